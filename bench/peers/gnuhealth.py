# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measures GNU Health over its JSON-RPC, on a database of its own that is gone at the end.

python3 gnuhealth.py FOLDER --database postgresql://…   (FOLDER: where setup.sh installed it)
"""

import argparse
import base64
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.parse

import measure

PEER = "GNU Health 5.0.6"
HERE = os.path.dirname(os.path.abspath(__file__))
SHOWN = ["prescription_id", "prescription_date", "state", "healthprof.rec_name", "prescription_line.rec_name"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--database", required=True, help="a PostgreSQL server's address, with the right to make databases")
    parser.add_argument("--patients", type=int, default=2000)
    parser.add_argument("--medicaments", type=int, default=500)
    parser.add_argument("--orders", type=int, default=3, help="prescription orders a patient has at the start")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 32])
    parser.add_argument("--seconds", type=float, default=5)
    # Gunicorn's own advice: twice the cores and one. Processes of one thread each: a worker with threads keeps
    # the connections it once took, and the others stay idle.
    parser.add_argument("--workers", type=int, default=2 * (os.cpu_count() or 1) + 1)
    return parser.parse_args()


class Server:
    """The database with GNU Health in it, and the server on it."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.bin = os.path.abspath(os.path.join(options.folder, "gnuhealth", "bin"))
        self.log = os.path.join(folder, "log")
        self.name = f"gnuhealth_bench_{os.getpid()}"
        self.password = secrets.token_urlsafe(18)
        self.process = None
        address = urllib.parse.urlsplit(options.database)._replace(scheme="postgresql")
        self.database = address.geturl()
        self.config = os.path.join(folder, "trytond.conf")
        with open(self.config, "w") as file:
            file.write(f"[database]\nuri = {address._replace(path='/').geturl()}\n[session]\nmax_age = 86400\n")
        with open(os.path.join(folder, "password"), "w") as file:
            file.write(self.password)
        self.environment = {
            **os.environ,
            "TRYTOND_CONFIG": self.config,
            "TRYTOND_DATABASE_NAMES": self.name,
            "TRYTONPASSFILE": os.path.join(folder, "password"),
            "PYTHONPATH": HERE,
            "PYTHONWARNINGS": "ignore",
            "MPLCONFIGDIR": folder,
        }

    def run(self, *command, **more):
        with open(self.log, "a") as log:
            done = subprocess.run(
                [os.path.join(self.bin, command[0]), *command[1:]],
                env=self.environment, cwd=self.folder, stderr=log, stdout=more.get("stdout", log), text=True,
            )
        if done.returncode:
            with open(self.log, errors="replace") as file:
                measure.say("".join(file.readlines()[-20:]))
            raise SystemExit(f"{PEER}: {command[0]} failed; its last lines are above.")
        return done.stdout

    def sql(self, statement):
        self.run(
            "python", "-c",
            "import psycopg2, sys; c = psycopg2.connect(sys.argv[1]); c.autocommit = True; c.cursor().execute(sys.argv[2])",
            self.database, statement,
        )

    def fill(self):
        began = time.monotonic()
        self.sql(f"CREATE DATABASE {self.name} ENCODING 'UTF8' TEMPLATE template0")
        self.run(
            "trytond-admin", "-c", self.config, "-d", self.name, "-u", "health",
            "--activate-dependencies", "--email", "bench@example.org",
        )
        measure.say(f"{PEER}: activated in {time.monotonic() - began:.0f} s")
        began = time.monotonic()
        made = self.run(
            "python", os.path.join(HERE, "gnuhealth_seed.py"), "--config", self.config, "--database", self.name,
            "--password", self.password, "--users", str(max(self.options.clients)),
            *(part for name in ("patients", "medicaments", "orders")
              for part in (f"--{name}", str(getattr(self.options, name)))),
            stdout=subprocess.PIPE,
        )
        measure.say(f"{PEER}: filled in {time.monotonic() - began:.0f} s")
        return json.loads(made.splitlines()[-1])

    def start(self):
        self.port = measure.free_port()
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [
                    os.path.join(self.bin, "gunicorn"), "--bind", f"127.0.0.1:{self.port}",
                    "--workers", str(self.options.workers), "--timeout", "120", "trytond.application:app",
                ],
                env=self.environment, cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
            )
        # Each worker loads the models by itself, and answers once it has.
        measure.wait_until(self.answers, self.process, self.log, PEER)
        time.sleep(5)

    def answers(self):
        answer = self.call(measure.Connection(self.port), "common.server.version", [], path="/")
        return isinstance(answer, str)

    def request(self, method, params, session=None, path=None):
        headers = ["Content-Type: application/json"]
        if session:
            headers.append(f"Authorization: Session {session}")
        body = json.dumps({"id": 1, "method": method, "params": params}, separators=(",", ":")).encode()
        return measure.http("POST", path or f"/{self.name}/", f"127.0.0.1:{self.port}", headers, body)

    def call(self, connection, method, params, session=None, path=None):
        answer = json.loads(connection.ask(self.request(method, params, session, path)))
        if "result" not in answer:
            raise SystemExit(f"{PEER}: {method} was refused: {str(answer)[:2000]}")
        return answer["result"]

    def sign_in(self, number):
        login = f"prescriber{number}"
        user, session = self.call(
            measure.Connection(self.port), "common.db.login", [login, {"password": self.password}, "en"]
        )[:2]
        return base64.b64encode(f"{login}:{user}:{session}".encode()).decode()

    def end(self):
        if self.process:
            measure.stop(self.process)
        self.sql(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")


def operations(server, made):
    """Each operation's method and a maker of its parameters."""
    context = {"language": "en"}

    def create(rng):
        line = {**made["line"], "medicament": rng.choice(made["medicaments"])}
        order = {
            "patient": rng.choice(made["patients"]),
            "prescription_warning_ack": True,
            "prescription_line": [["create", [line]]],
        }
        return [[order], context]

    def search(domain, fields, order=None):
        return lambda rng: [domain(rng), 0, 20, order, fields, context]

    return {
        "list": (
            "model.gnuhealth.prescription.order.search_read",
            search(lambda rng: [["patient", "=", rng.choice(made["patients"])]], SHOWN, [["prescription_date", "DESC"]]),
        ),
        "patient search": (
            "model.gnuhealth.patient.search_read",
            search(lambda rng: [["rec_name", "ilike", f"%{measure.family_fragment(rng)}%"]], ["rec_name", "puid", "dob"]),
        ),
        "drug search": (
            "model.gnuhealth.medicament.search_read",
            search(lambda rng: [["rec_name", "ilike", f"%{measure.drug_fragment(rng)}%"]], ["rec_name", "strength"]),
        ),
        "create": ("model.gnuhealth.prescription.order.create", create),
    }


def main():
    options = arguments()
    if not os.path.exists(os.path.join(options.folder, "gnuhealth", "bin", "gunicorn")):
        raise SystemExit(f"{PEER} is not in {options.folder}: run setup.sh first.")
    with tempfile.TemporaryDirectory(prefix="gnuhealth-") as folder:
        server = Server(options, folder)
        try:
            made = server.fill()
            server.start()
            sessions = [server.sign_in(number) for number in range(max(options.clients))]
            todo = operations(server, made)
            # Once each, that what is measured is known to answer with something.
            for operation, (method, params) in todo.items():
                if not server.call(measure.Connection(server.port), method, params(random.Random(7)), sessions[0]):
                    raise SystemExit(f"{PEER}: {operation} answered with nothing.")

            def maker(method, params, number):
                rng = random.Random(number)
                return lambda: server.request(method, params(rng), sessions[number])

            good = lambda client: client.good() and b'"result":' in client.answer
            for operation, (method, params) in todo.items():
                for clients in options.clients:
                    makers = [maker(method, params, number) for number in range(clients)]
                    measure.measure(PEER, operation, server.port, makers, options.seconds, good)
        finally:
            server.end()


if __name__ == "__main__":
    sys.exit(main())
