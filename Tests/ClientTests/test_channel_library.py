"""The browser channel with a client that somebody else has written. It streams: while it polls, it does not acknowledge what it has
got, and gets it again."""

import asyncio
import json

from python_webchannel import EventType, WebChannelOptions, create_web_channel_transport


class Stream:
    """A stream of the library, and what has come over it."""

    def __init__(self, emulator, name, database):
        url = f"http://{emulator.address}/google.firestore.v1.Firestore/{name}/channel"
        options = WebChannelOptions(
            message_url_params={"database": database}, http_session_id_param="gsessionid", send_raw_json=True,
            init_message_headers={"Authorization": "Bearer owner"}, encode_init_message_headers=True)
        self.channel = create_web_channel_transport().create_web_channel(url, options)
        self.received = asyncio.Queue()
        self.channel.listen(EventType.MESSAGE, lambda event: self.received.put_nowait(event.data))

    async def next(self):
        data = await asyncio.wait_for(self.received.get(), 20)
        message = json.loads(data) if isinstance(data, str) else data
        return message[0] if isinstance(message, list) else message

    async def until(self, test):
        while not test(message := await self.next()):
            pass
        return message


def test_a_library_listens_and_writes(emulator, client):
    database = client._database_string

    def write(id, n):
        return {"writes": [{"update": {"name": f"{database}/documents/c/{id}", "fields": {"n": {"integerValue": str(n)}}}}]}

    async def listen_and_write():
        listening, writing = (Stream(emulator, name, database) for name in ("Listen", "Write"))
        query = {"structuredQuery": {"from": [{"collectionId": "c"}]}, "parent": f"{database}/documents"}
        await listening.channel.send({"database": database, "addTarget": {"query": query, "targetId": 2}})
        await writing.channel.send({"database": database})
        await listening.channel.open()
        await writing.channel.open()
        await listening.until(lambda message: message.get("targetChange", {}).get("targetChangeType") == "CURRENT")
        assert sorted(await writing.next()) == ["streamId", "streamToken"]
        seen = []
        for n in range(20):
            await writing.channel.send(write(f"d{n}", n))
            assert len((await writing.next())["writeResults"]) == 1
            change = (await listening.until(lambda message: "documentChange" in message))["documentChange"]
            seen.append((change["document"]["name"].rpartition("/")[2], change["document"]["fields"]["n"]["integerValue"]))
        await listening.channel.close()
        await writing.channel.close()
        return seen

    assert asyncio.run(listen_and_write()) == [(f"d{n}", str(n)) for n in range(20)]
    assert {document.id: document.get("n") for document in client.collection("c").stream()} == {f"d{n}": n for n in range(20)}
