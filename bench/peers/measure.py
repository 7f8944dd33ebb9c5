# SPDX-License-Identifier: AGPL-3.0-or-later
"""Shared by the peers' measurements: the client that makes the load, free ports, made-up names.

The client is one epoll loop a process over raw sockets, in as many processes as there are
cores. `python3 measure.py` measures the client itself against a server that does nothing.
"""

import multiprocessing
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time

WARM_UP = 0.5

FAMILY = """Abernathy Achebe Bergeron Bouchard Campbell Chen Cloutier Desjardins Dhillon Eriksen Fortin Gagnon
Gill Hamelin Ibrahim Jensen Kowalski Lavoie MacLeod Morin Nakamura Nguyen Okafor Ouellet Papadopoulos Pelletier
Quirke Rahman Richardson Santos Singh Tremblay Ueda Vaillancourt Wojcik Xu Yilmaz Zhang""".split()
GIVEN = """Adele Bastien Chloe Dmitri Elena Farid Gabrielle Hugo Imane Jacob Keiko Liam Maude Noah Olivia Priya
Quentin Rosalie Samuel Theo Ursula Victor Wanda Xavier Yasmine Zoe""".split()
STEMS = """amlo ator bisa carve cefa clari dapa diclo eso fluco gaba hydro ibu keto lamo levo meto napro olan
panto quetia rami sertra tamsu vena""".split()
ENDINGS = "cillin dipine formin gliptin lukast mycin olol oxetine prazole pril sartan statin tidine triptan vir".split()


def person(number):
    """A given and a family name, the same for the same number; the family name tells people apart."""
    rng = random.Random(number)
    return rng.choice(GIVEN), f"{rng.choice(FAMILY)}-{rng.choice(FAMILY)}"


def drug(number):
    """A drug's name, another for every number."""
    stem, ending = STEMS[number % len(STEMS)], ENDINGS[number // len(STEMS) % len(ENDINGS)]
    return f"{stem}{ending} {(5, 10, 20, 40, 80)[number // (len(STEMS) * len(ENDINGS)) % 5]} mg".capitalize()


def family_fragment(rng):
    return rng.choice(FAMILY)[:3]


def drug_fragment(rng):
    return rng.choice(STEMS)[:4]


def say(text):
    print(text, file=sys.stderr, flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def http(method, path, host, headers=(), body=b""):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers]
    if body or method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Connection:
    """One connection, kept alive where the server does so, one request at a time."""

    def __init__(self, port):
        self.port = port
        self.connect()
        self.begin()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.closes = False

    def begin(self):
        self.answer, self.head, self.length = b"", -1, None

    def read(self):
        """Takes what has arrived; true when the answer is whole."""
        part = self.socket.recv(262144)
        if not part:
            raise ConnectionError(f"the server closed the connection after {self.answer[:200]!r}")
        self.answer += part
        if self.head < 0:
            self.head = self.answer.find(b"\r\n\r\n")
            if self.head < 0:
                return False
            head = self.answer[: self.head].lower()
            self.closes = b"\r\nconnection: close" in head
            at = head.find(b"\r\ncontent-length:")
            if at >= 0:
                self.length = self.head + 4 + int(head[at + 17 :].split(b"\r\n", 1)[0])
            elif b"chunked" not in head:
                raise ConnectionError("an answer without a length")
        if self.length is None:
            return self.answer.endswith(b"0\r\n\r\n")
        return len(self.answer) >= self.length

    def good(self):
        return self.answer[9:10] == b"2"

    def body(self):
        return self.answer[self.head + 4 :]

    def ask(self, request):
        """Sends and waits for the whole answer."""
        self.socket.sendall(request)
        self.begin()
        while not self.read():
            pass
        return self.body()


def load(port, makers, good, seconds, barrier, pipe):
    """One process: its clients' requests until the time is up. Sends back what came of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    poll, clients, took, refused, said = select.epoll(), {}, [], 0, b""
    for maker in makers:
        client = Connection(port)
        client.maker = maker
        clients[client.socket.fileno()] = client
        poll.register(client.socket, select.EPOLLIN)
    clock = time.perf_counter
    barrier.wait()
    processor, count_from = 0.0, clock() + WARM_UP
    until = count_from + seconds
    for client in clients.values():
        client.sent = clock()
        client.socket.sendall(client.maker())
    waiting = len(clients)
    while waiting:
        for number, _ in poll.poll():
            client = clients[number]
            if not client.read():
                continue
            now = clock()
            if count_from <= now < until:
                processor = processor or time.process_time()
                if good(client):
                    took.append(now - client.sent)
                else:
                    refused, said = refused + 1, client.answer[:1000]
            if now < until:
                client.begin()
                request = client.maker()
                client.sent = clock()
                if client.closes:
                    # A new connection belongs to what the next request takes.
                    del clients[number]
                    client.socket.close()
                    client.connect()
                    clients[client.socket.fileno()] = client
                    poll.register(client.socket, select.EPOLLIN)
                client.socket.sendall(request)
            else:
                ended = time.process_time()
                poll.unregister(number)
                waiting -= 1
    pipe.send((took, refused, said, ended - processor if processor else 0.0))
    pipe.close()


def answered_well(client):
    return client.good()


def measure(peer, operation, port, makers, seconds, good=answered_well):
    """Prints one line for this many clients (one maker of requests each)."""
    clients = len(makers)
    processes = min(clients, os.cpu_count() or 1)
    context = multiprocessing.get_context("fork")
    barrier, workers = context.Barrier(processes), []
    for number in range(processes):
        mine, theirs = context.Pipe(duplex=False)
        worker = context.Process(
            target=load, args=(port, makers[number::processes], good, seconds, barrier, theirs), daemon=True
        )
        worker.start()
        theirs.close()
        workers.append((worker, mine))
    took, refused, said, processor = [], 0, b"", 0.0
    for worker, pipe in workers:
        one, bad, text, used = pipe.recv()
        worker.join()
        took += one
        refused += bad
        said = text or said
        processor += used
    if refused:
        say(f"{peer}, {operation}, {clients} clients: {refused} refused, the last with {said.decode(errors='replace')}")
    if not took:
        raise SystemExit(f"{peer}, {operation}, {clients} clients: nothing was answered.")
    took.sort()
    at = lambda share: took[min(len(took) - 1, int(len(took) * share))] * 1000
    print(
        f"{peer}\t{operation}\t{clients}\t{len(took) / seconds:.1f}\t{at(0.5):.2f}\t{at(0.99):.2f}",
        flush=True,
    )
    say(f"{peer}, {operation}, {clients} clients: the client took {100 * processor / seconds:.0f} % of one core")


def wait_until(check, process, log, what, seconds=180):
    """Waits until the check is true; ends with the log's last lines when the process is gone."""
    until = time.monotonic() + seconds
    while True:
        try:
            if check():
                return
        except OSError:
            pass
        if process.poll() is not None or time.monotonic() > until:
            with open(log, errors="replace") as file:
                say("".join(file.readlines()[-20:]))
            raise SystemExit(f"{what} did not start; its last lines are above.")
        time.sleep(0.1)


def stop(process):
    """Ends a server and what it started (it has a process group of its own)."""
    for which in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, which)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                pass


def own_check():
    """The client's rate against a server that always gives the same answer."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    port = listener.getsockname()[1]
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1000

    def serve():
        poll, open_ones = select.epoll(), {}
        poll.register(listener, select.EPOLLIN)
        while True:
            for number, _ in poll.poll():
                if number == listener.fileno():
                    one = listener.accept()[0]
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    open_ones[one.fileno()] = one
                    poll.register(one, select.EPOLLIN)
                elif open_ones[number].recv(65536):
                    open_ones[number].sendall(answer)
                else:
                    poll.unregister(number)
                    open_ones.pop(number).close()

    server = multiprocessing.get_context("fork").Process(target=serve, daemon=True)
    server.start()
    request = http("POST", "/", "localhost", ["Content-Type: application/json"], b"x" * 1000)
    for clients in (1, 32):
        measure("a server that does nothing", "answer", port, [lambda: request] * clients, 3)
    server.kill()


if __name__ == "__main__":
    own_check()
