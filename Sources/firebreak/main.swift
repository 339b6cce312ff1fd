print("firebreak")
