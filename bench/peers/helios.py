# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measures Helios FHIR Server over its REST interface, on a SQLite file of its own.

python3 helios.py FOLDER [--data EMPTY_FOLDER]   (FOLDER: where setup.sh installed it)
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import measure

PEER = "Helios 0.2.7"
JSON = "application/fhir+json"
BUNDLE = 200

# FHIR R4's search parameters of the two resources, as HL7 defines them: the crate comes without the file
# that its repository has them in, and what is not defined is neither indexed nor found.
REQUEST, PATIENT = "MedicationRequest", "Patient"
PARAMETERS = [
    (REQUEST, "authoredon", "date", "MedicationRequest.authoredOn"),
    (REQUEST, "category", "token", "MedicationRequest.category"),
    (REQUEST, "code", "token", "(MedicationRequest.medication as CodeableConcept)"),
    (REQUEST, "date", "date", "MedicationRequest.dosageInstruction.timing.event"),
    (REQUEST, "encounter", "reference", "MedicationRequest.encounter"),
    (REQUEST, "identifier", "token", "MedicationRequest.identifier"),
    (REQUEST, "intended-dispenser", "reference", "MedicationRequest.dispenseRequest.performer"),
    (REQUEST, "intended-performer", "reference", "MedicationRequest.performer"),
    (REQUEST, "intended-performertype", "token", "MedicationRequest.performerType"),
    (REQUEST, "intent", "token", "MedicationRequest.intent"),
    (REQUEST, "medication", "reference", "(MedicationRequest.medication as Reference)"),
    (REQUEST, "patient", "reference", "MedicationRequest.subject.where(resolve() is Patient)"),
    (REQUEST, "priority", "token", "MedicationRequest.priority"),
    (REQUEST, "requester", "reference", "MedicationRequest.requester"),
    (REQUEST, "status", "token", "MedicationRequest.status"),
    (REQUEST, "subject", "reference", "MedicationRequest.subject"),
    (PATIENT, "active", "token", "Patient.active"),
    (PATIENT, "address", "string", "Patient.address"),
    (PATIENT, "address-city", "string", "Patient.address.city"),
    (PATIENT, "address-country", "string", "Patient.address.country"),
    (PATIENT, "address-postalcode", "string", "Patient.address.postalCode"),
    (PATIENT, "address-state", "string", "Patient.address.state"),
    (PATIENT, "address-use", "token", "Patient.address.use"),
    (PATIENT, "birthdate", "date", "Patient.birthDate"),
    (PATIENT, "death-date", "date", "(Patient.deceased as dateTime)"),
    (PATIENT, "deceased", "token", "Patient.deceased.exists() and Patient.deceased != false"),
    (PATIENT, "email", "token", "Patient.telecom.where(system='email')"),
    (PATIENT, "family", "string", "Patient.name.family"),
    (PATIENT, "gender", "token", "Patient.gender"),
    (PATIENT, "general-practitioner", "reference", "Patient.generalPractitioner"),
    (PATIENT, "given", "string", "Patient.name.given"),
    (PATIENT, "identifier", "token", "Patient.identifier"),
    (PATIENT, "language", "token", "Patient.communication.language"),
    (PATIENT, "link", "reference", "Patient.link.other"),
    (PATIENT, "name", "string", "Patient.name"),
    (PATIENT, "organization", "reference", "Patient.managingOrganization"),
    (PATIENT, "phone", "token", "Patient.telecom.where(system='phone')"),
    (PATIENT, "phonetic", "string", "Patient.name"),
    (PATIENT, "telecom", "token", "Patient.telecom"),
]
TARGETS = {
    "encounter": ["Encounter"],
    "patient": [PATIENT],
    "subject": [PATIENT, "Group"],
    "medication": ["Medication"],
    "intended-dispenser": ["Organization"],
    "organization": ["Organization"],
    "link": [PATIENT, "RelatedPerson"],
    "general-practitioner": ["Practitioner", "Organization", "PractitionerRole"],
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--data", help="an empty folder for its database; else a temporary one")
    parser.add_argument("--patients", type=int, default=2000)
    parser.add_argument("--medicaments", type=int, default=500)
    parser.add_argument("--orders", type=int, default=3, help="MedicationRequests a patient has at the start")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 32])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--audit", action="store_true", help="with its audit events in the same database (off as it ships)")
    return parser.parse_args()


def search_parameters():
    def one(base, code, kind, expression):
        name = f"{base}-{code}"
        return {
            "resourceType": "SearchParameter",
            "id": name,
            "url": f"http://hl7.org/fhir/SearchParameter/{name}",
            "version": "4.0.1",
            "name": code,
            "status": "active",
            "description": f"{base}: {code}",
            "code": code,
            "base": [base],
            "type": kind,
            "expression": expression,
            **({"target": TARGETS.get(code, ["Practitioner", "Organization", PATIENT])} if kind == "reference" else {}),
        }

    entries = [{"resource": one(*parameter)} for parameter in PARAMETERS]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def patient(number):
    given, family = measure.person(number)
    return {
        "resourceType": PATIENT,
        "identifier": [{"system": "http://example.org/health-number", "value": f"{number:010}"}],
        "active": True,
        "name": [{"use": "official", "family": family, "given": [given]}],
        "gender": "female" if number % 2 else "male",
        "birthDate": f"{1930 + number % 90}-{1 + number % 12:02}-{1 + number % 28:02}",
        "address": [{"line": [f"{number} Main Street"], "city": "Ottawa", "state": "ON", "postalCode": "K1A 0B1", "country": "CA"}],
        "telecom": [{"system": "phone", "value": f"613-555-{number % 10000:04}"}],
    }


def medication_request(person, drug):
    return {
        "resourceType": REQUEST,
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": {
            "coding": [{"system": "http://hl7.org/fhir/NamingSystem/ca-hc-din", "code": f"{2000000 + drug:08}"}],
            "text": measure.drug(drug),
        },
        "subject": {"reference": f"{PATIENT}/{person}"},
        "authoredOn": "2026-01-02T10:00:00-05:00",
        "requester": {"reference": "Practitioner/prescriber"},
        "dosageInstruction": [
            {
                "text": "1 tablet twice a day for 10 days",
                "timing": {"repeat": {"frequency": 2, "period": 1, "periodUnit": "d", "boundsDuration": {"value": 10, "unit": "d"}}},
                "doseAndRate": [{"doseQuantity": {"value": 1, "unit": "tablet"}}],
            }
        ],
        "dispenseRequest": {"numberOfRepeatsAllowed": 1, "quantity": {"value": 20, "unit": "tablet"}},
    }


class Server:
    def __init__(self, options, folder):
        self.port = measure.free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.log = os.path.join(folder, "log")
        data = os.path.join(folder, "data")
        os.makedirs(data, exist_ok=True)
        with open(os.path.join(data, "search-parameters-r4.json"), "w") as file:
            json.dump(search_parameters(), file)
        environment = {
            **os.environ,
            "HFS_SERVER_PORT": str(self.port),
            "HFS_BASE_URL": f"http://{self.host}",
            "HFS_DATABASE_URL": os.path.join(folder, "fhir.db"),
            "HFS_DATA_DIR": data,
            "HFS_LOG_LEVEL": "warn",
        }
        if options.audit:
            environment["HFS_AUDIT_BACKEND"] = "database"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [os.path.abspath(os.path.join(options.folder, "bin", "hfs"))],
                env=environment, cwd=folder, stdout=log, stderr=log, start_new_session=True,
            )
        measure.wait_until(self.answers, self.process, self.log, PEER)

    def answers(self):
        connection = measure.Connection(self.port)
        connection.ask(measure.http("GET", "/health", self.host))
        return connection.good()

    def get(self, path):
        return measure.http("GET", path, self.host, [f"Accept: {JSON}"])

    def post(self, path, resource, method="POST"):
        body = json.dumps(resource, separators=(",", ":")).encode()
        return measure.http(method, path, self.host, [f"Content-Type: {JSON}", f"Accept: {JSON}"], body)

    def ask(self, connection, request):
        body = connection.ask(request)
        if not connection.good():
            raise SystemExit(f"{PEER} refused: {connection.answer[:2000].decode(errors='replace')}")
        return json.loads(body)

    def fill(self, options):
        """Everything by transaction bundles; returns the patients' identifiers."""
        began, rng, connection = time.monotonic(), random.Random(1), measure.Connection(self.port)

        def bundle(kind, resources):
            entries = [{"resource": one, "request": {"method": "POST", "url": kind}} for one in resources]
            answer = self.ask(connection, self.post("/", {"resourceType": "Bundle", "type": "transaction", "entry": entries}))
            for entry in answer["entry"]:
                if not entry["response"]["status"].startswith("201"):
                    raise SystemExit(f"{PEER} refused: {entry}")
            # Location: [base/]Type/id[/_history/version]
            return [entry["response"]["location"].split(f"{kind}/")[1].split("/")[0] for entry in answer["entry"]]

        prescriber = {"resourceType": "Practitioner", "id": "prescriber", "name": [{"family": "Prescriber"}]}
        self.ask(connection, self.post("/Practitioner/prescriber", prescriber, "PUT"))
        patients = []
        for start in range(0, options.patients, BUNDLE):
            patients += bundle(PATIENT, [patient(number) for number in range(start, min(start + BUNDLE, options.patients))])
        orders = [medication_request(one, rng.randrange(options.medicaments)) for one in patients for _ in range(options.orders)]
        for start in range(0, len(orders), BUNDLE):
            bundle(REQUEST, orders[start : start + BUNDLE])
        measure.say(f"{PEER}: filled in {time.monotonic() - began:.0f} s")
        return patients


def run(options, folder):
    server = Server(options, folder)
    try:
        patients = server.fill(options)
        todo = {
            "list": lambda rng: server.get(f"/{REQUEST}?patient={PATIENT}/{rng.choice(patients)}&_count=20"),
            "patient search": lambda rng: server.get(f"/{PATIENT}?name={measure.family_fragment(rng)}&_count=20"),
            "create": lambda rng: server.post(
                f"/{REQUEST}", medication_request(rng.choice(patients), rng.randrange(options.medicaments))
            ),
        }
        # Once each, that what is measured is known to answer with something.
        connection = measure.Connection(server.port)
        for operation, request in todo.items():
            answer = server.ask(connection, request(random.Random(7)))
            if answer["resourceType"] == "Bundle" and not answer.get("entry"):
                raise SystemExit(f"{PEER}: {operation} answered with nothing.")

        def maker(request, number):
            rng = random.Random(number)
            return lambda: request(rng)

        for operation, request in todo.items():
            for clients in options.clients:
                makers = [maker(request, number) for number in range(clients)]
                measure.measure(PEER, operation, server.port, makers, options.seconds)
    finally:
        measure.stop(server.process)


def main():
    options = arguments()
    if not os.path.exists(os.path.join(options.folder, "bin", "hfs")):
        raise SystemExit(f"{PEER} is not in {options.folder}: run setup.sh first.")
    if options.data:
        os.makedirs(options.data, exist_ok=True)
        if os.listdir(options.data):
            raise SystemExit(f"{options.data} is not empty.")
        run(options, options.data)
    else:
        with tempfile.TemporaryDirectory(prefix="helios-") as folder:
            run(options, folder)


if __name__ == "__main__":
    sys.exit(main())
