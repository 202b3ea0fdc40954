"""A stranger's bot: nothing of this project, told by its environment where to play."""

import json
import os
import time
from urllib.request import Request, urlopen

MATCH = f"{os.environ['T42_SERVER']}/matches/{os.environ['T42_MATCH']}"
TOKEN = {"Authorization": f"Bearer {os.environ['T42_TOKEN']}"}


def asked(address, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers = {**TOKEN, "Content-Type": "application/json", **headers}
    with urlopen(Request(address, data, headers), timeout=60) as answer:
        return json.load(answer)


view = asked(MATCH)
assert view["you"] == os.environ["T42_SEAT"]
while view["status"] != "finished":
    if view["legal_moves"]:
        view = asked(f"{MATCH}/moves", view["legal_moves"][0])
    else:
        time.sleep(0.05)
        view = asked(MATCH)
