"""A bare gRPC server that streams prepared messages: the peer of queries. Prints its port."""

import sys
from concurrent import futures

import grpc


class Stream(grpc.GenericRpcHandler):
    def __init__(self, count, size):
        self.messages = [b"x" * size] * count

    def service(self, _):
        return grpc.unary_stream_rpc_method_handler(lambda request, context: iter(self.messages))


server = grpc.server(futures.ThreadPoolExecutor(16))
server.add_generic_rpc_handlers((Stream(int(sys.argv[1]), int(sys.argv[2])),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
sys.stdin.read()
server.stop(None)
