"""One client process: reads a job as JSON from its input, says "ready", waits for a line, works, prints the result as JSON.

The stubs neither encode nor decode: requests are bytes made beforehand, answers are counted.
"""

import json
import sys
import threading
import time

import grpc

import prepared

SERVICE = "/google.firestore.v1.Firestore/"
OWNER = (("authorization", "Bearer owner"),)
OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.use_local_subchannel_pool", 1)]


def unary(channel, method):
    call = channel.unary_unary(SERVICE + method)
    return lambda request: (1, len(call(request, metadata=OWNER, timeout=120)))


def streaming(channel, method):
    call = channel.unary_stream(SERVICE + method)

    def run(request):
        messages = size = 0
        for message in call(request, metadata=OWNER, timeout=120):
            messages += 1
            size += len(message)
        return messages, size

    return run


def refused(channel, _):
    """A call that the server refuses at once: what transport and client cost without any work behind them."""
    call = channel.unary_unary("/google.firestore.v1.Firestore/ExecutePipeline")

    def run(request):
        try:
            call(b"", metadata=OWNER, timeout=120)
        except grpc.RpcError as refusal:
            if refusal.code() != grpc.StatusCode.UNIMPLEMENTED:
                raise
        return 1, 0

    return run


KINDS = {"unary": unary, "streaming": streaming, "refused": refused}


def requests_of(job):
    make = job["requests"]
    if make["of"] == "pages":
        return [prepared.page(make["documents"], seed) for seed in range(make["first"], make["first"] + make["count"])]
    if make["of"] == "gets":
        return [prepared.get(make["collection"], number) for number in range(make["count"])]
    if make["of"] == "commits":
        first, size = make["first"], make["size"]
        ranges = [range(start, min(start + size, first + make["count"])) for start in range(first, first + make["count"], size)]
        # Those of a whole load would not fit into memory: they are made on the way.
        return ranges if make.get("late") else [prepared.commit(make["collection"], numbers) for numbers in ranges]
    return [b""]


def work(job, all_requests):
    """Every thread has a connection of its own; with a duration requests are repeated, else each is sent once."""
    threads, duration = job["threads"], job.get("seconds")
    results, failures = [], []
    lock = threading.Lock()
    started = time.perf_counter()

    def loop(number):
        latencies, messages, size = [], 0, 0
        try:
            with grpc.insecure_channel(job["address"], options=OPTIONS) as channel:
                call = KINDS[job["kind"]](channel, job.get("method", ""))
                own = all_requests[number::threads] or all_requests
                at = 0
                while at < len(own) if duration is None else time.perf_counter() - started < duration:
                    request = own[at % len(own)]
                    if isinstance(request, range):
                        request = prepared.commit(job["requests"]["collection"], request)
                    begun = time.perf_counter()
                    more, bytes_ = call(request)
                    latencies.append(time.perf_counter() - begun)
                    messages, size, at = messages + more, size + bytes_, at + 1
        except Exception as failure:  # reported to the parent, which stops
            failures.append(repr(failure))
        with lock:
            results.append((latencies, messages, size))

    workers = [threading.Thread(target=loop, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return {
        "seconds": time.perf_counter() - started,
        "cpu": time.process_time(),
        "latencies": [latency for result in results for latency in result[0]],
        "messages": sum(result[1] for result in results),
        "bytes": sum(result[2] for result in results),
        "failures": failures,
    }


def main():
    job = json.loads(sys.stdin.readline())
    all_requests = requests_of(job)
    print("ready", flush=True)
    sys.stdin.readline()
    cpu = time.process_time()
    result = work(job, all_requests)
    result["cpu"] -= cpu
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
