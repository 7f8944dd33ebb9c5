# SPDX-License-Identifier: AGPL-3.0-or-later
"""Fills a GNU Health database through its own models, and prints the numbers of what it made as JSON.

Started by gnuhealth.py with the Python of GNU Health's own environment.
"""

import argparse
import datetime
import json
import random

import measure
from trytond.config import config

BATCH = 200


def seed(options):
    from trytond.pool import Pool
    from trytond.transaction import Transaction

    Pool.start()
    pool = Pool(options.database)
    pool.init()
    rng = random.Random(1)

    def batches(rows, make):
        """What `make` answers for each batch of the rows, one transaction a batch."""
        for start in range(0, len(rows), BATCH):
            with Transaction().start(options.database, 1):
                yield from make(rows[start : start + BATCH])

    def create(model, rows):
        return list(batches(rows, lambda some: [one.id for one in pool.get(model).create(some)]))

    def ids(model, domain=(), limit=None):
        with Transaction().start(options.database, 1, readonly=True):
            return [one.id for one in pool.get(model).search(list(domain), limit=limit)]

    def parties(rows):
        """One by one: made together they would share one identifier."""

        def make(some):
            for row in some:
                yield pool.get("party.party").create([row])[0].id

        return list(batches(rows, make))

    def party(number, name, lastname, **more):
        return {
            "name": name,
            "lastname": lastname,
            "is_person": True,
            "gender": "m",
            "dob": datetime.date(1930 + number % 90, 1 + number % 12, 1 + number % 28),
            "ref": f"B{number:08}",
            "federation_account": f"XXXB{number:08}",
            "fed_country": None,
            **more,
        }

    with Transaction().start(options.database, 1):
        data = pool.get("ir.model.data")
        doctor = data.get_id("health", "group_health_doctor")
        milligram = data.get_id("health", "mg")
        unit = data.get_id("product", "uom_unit")
    forms, routes = ids("gnuhealth.drug.form", limit=20), ids("gnuhealth.drug.route", limit=20)
    dosages = ids("gnuhealth.medication.dosage", limit=20)

    # One prescriber with an account of its own for each client.
    users = create(
        "res.user",
        [
            {
                "name": f"Prescriber {number}",
                "login": f"prescriber{number}",
                "password": options.password,
                "groups": [("add", [doctor])],
            }
            for number in range(options.users)
        ],
    )
    prescribers = create(
        "gnuhealth.healthprofessional",
        [
            {"party": one}
            for one in parties(
                [
                    party(9_000_000 + number, *measure.person(9_000_000 + number), is_healthprof=True, internal_user=one)
                    for number, one in enumerate(users)
                ]
            )
        ],
    )
    patients = create(
        "gnuhealth.patient",
        [
            {"party": one, "biological_sex": "m"}
            for one in parties(
                [party(number, *measure.person(number), is_patient=True) for number in range(options.patients)]
            )
        ],
    )

    def products(some):
        made = pool.get("product.template").create(
            [
                {
                    "name": measure.drug(number),
                    "type": "goods",
                    "default_uom": unit,
                    "products": [("create", [{"is_medicament": True}])],
                }
                for number in some
            ]
        )
        return [one.products[0].id for one in made]

    medicaments = create(
        "gnuhealth.medicament",
        [
            {
                "product": product,
                "active_component": measure.drug(number).split()[0],
                "strength": 10.0,
                "unit": milligram,
                "form": forms[number % len(forms)],
                "route": routes[number % len(routes)],
            }
            for number, product in enumerate(batches(list(range(options.medicaments)), products))
        ],
    )

    line = {
        "dose": 10.0,
        "dose_unit": milligram,
        "form": forms[0],
        "route": routes[0],
        "common_dosage": dosages[0],
        "qty": 1,
        "duration": 10,
        "duration_period": "days",
        "quantity": 20,
        "refills": 1,
    }
    orders = create(
        "gnuhealth.prescription.order",
        [
            {
                "patient": patient,
                "healthprof": rng.choice(prescribers),
                "prescription_warning_ack": True,
                "prescription_line": [("create", [{**line, "medicament": rng.choice(medicaments)}])],
            }
            for patient in patients
            for _ in range(options.orders)
        ],
    )
    return {"patients": patients, "medicaments": medicaments, "line": line, "users": users, "orders": len(orders)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("config", "database", "password"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("patients", "medicaments", "orders", "users"):
        parser.add_argument(f"--{name}", type=int, required=True)
    options = parser.parse_args()
    config.update_etc(options.config)
    print(json.dumps(seed(options)))
