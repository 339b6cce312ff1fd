import FirestoreModel
import Workloads

// The life cycle of an app on a device.

extension CellSimulation {
  func perform(_ event: DeviceEvent, _ task: StepTask, _ instance: ActorInstance) -> Progress {
    let device = instance.device
    switch event {
    case .background(let length):
      // A suspended app does nothing; its listeners have to come back like after a lost connection.
      let end = now.advanced(by: random(of: task).draw(length))
      cut(device, of: instance, until: end)
      disconnectRealtime(device, of: instance)
      return .wait(until: end)
    case .offline(let length):
      cut(device, of: instance, until: now.advanced(by: random(of: task).draw(length)))
      // The server learns of it when nothing comes any more.
      queue.schedule(.realtimeTimeout(device, instance), at: now.advanced(by: RealtimeClient.timeout))
    case .kill: kill(device, of: instance)
    case .reinstall:
      kill(device, of: instance)
      device.forgetTargets()
      device.queuedCommits = []
      device.realtime.queuedWrites = []
      device.storedIDs = []
      device.cache = nil
      for observer in device.observers.values { observer.forget() }
      setVariables(of: instance)
    case .secondDevice(let name):
      if instance.takeUp(deviceNamed: name.text) { setVariables(of: instance) }
    }
    return .proceed
  }

  private func cut(_ device: ClientDevice, of instance: ActorInstance, until end: Timestamp) {
    disconnect(device)
    loseRealtime(device)
    let until = max(device.offlineUntil ?? end, end)
    device.offlineUntil = until
    queue.schedule(.reconnect(device, instance), at: until)
  }

  /// The process ends. What is kept on disk is there at the next start: with persistence the targets and the commits
  /// that were not sent.
  private func kill(_ device: ClientDevice, of instance: ActorInstance) {
    leaveScreens(device, instance)
    detachAll(device)
    closeRealtime(device, of: instance)
    device.realtime.queuedWrites = []
    device.markKilled()
    device.forgetResults()
    if !device.keepsCache { device.queuedCommits = [] }
  }
}
