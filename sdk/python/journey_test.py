# SPDX-License-Identifier: AGPL-3.0-or-later
"""A renewal from registration to the fax, each step by a generated function.

A renamed path or field does not pass mypy. It also shows a partner's programmer how the client is used.
"""

import hashlib
import json
import re
import unittest
from http import HTTPStatus
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from salal_client import AuthenticatedClient, Client
from salal_client.api.accounts import (
    get_person_verify_number_id,
    post_person_verify_code_activate,
    post_user,
    post_user_activate,
    post_user_authenticate,
)
from salal_client.api.drugs import get_drug_name_text
from salal_client.api.medical_information import post_medicalinfo
from salal_client.api.people import put_person_location
from salal_client.api.pharmacies import get_pharmacy
from salal_client.api.prescriptions import (
    get_prescription_document_id,
    get_prescription_id,
    get_prescription_queue,
    post_fax_queue_prescription_fax,
    post_prescription,
    put_prescription_acknowledge,
    put_prescription_medication_update_status,
    put_prescription_payment_completed,
    put_prescription_set_pay,
    put_prescription_sign,
)
from salal_client.models import (
    Activate,
    Authenticate,
    ConfirmLocation,
    CreatePrescription,
    IngredientInput,
    MedicalInfoInput,
    OfPerson,
    PaymentCompleted,
    PharmacyRef,
    PrescriptionView,
    Problem,
    QueueFax,
    RegistrationForm,
    RequestedMedicationInput,
    SetPay,
    Sign,
    UpdateStatus,
    UsageInput,
    UserView,
    VerifyPhone,
)
from sandbox import authenticator_code, code_after, eventually, ledger, outbox, setting

T = TypeVar("T")

EMAIL = "linnea@renewal.example"
PASSWORD = "Larkspur2026walk"
CELL = "6045550191"
PHARMACY_FAX = "6045550131"


def answered(answer: T | Problem | None) -> T:
    """The answer; a problem is told."""
    if isinstance(answer, Problem):
        raise AssertionError(f"{answer.status} {answer.code}: {answer.message} {answer.errors}")
    assert answer is not None, "an answer that the document does not have"
    return answer


def digits(number: str) -> str:
    """A telephone number without its punctuation."""
    return re.sub(r"\D", "", number)


class Renewal(unittest.TestCase):
    """What a user would notice on the way."""

    def sign_in(self, body: Authenticate) -> tuple[AuthenticatedClient, UserView]:
        """Signs in with password and code; gives the person's client and account."""
        answer = answered(post_user_authenticate.sync(client=self.new_client(), body=body))
        client = self.enterContext(
            AuthenticatedClient(
                base_url=setting("JOURNEY_URL"),
                token=answered(answer.token),
                prefix="",
                auth_header_name="x-access-token",
            )
        )
        here = put_person_location.sync_detailed(client=client, body=ConfirmLocation(confirmed=True))
        self.assertEqual(here.status_code, HTTPStatus.NO_CONTENT, here.parsed)
        return client, answered(answer.user)

    def new_client(self) -> Client:
        """Somebody who is not signed in."""
        return self.enterContext(Client(base_url=setting("JOURNEY_URL")))

    def register_and_sign_in(self) -> tuple[AuthenticatedClient, UserView]:
        """A new patient, with the codes that come by email and text message."""
        form = RegistrationForm(
            first_name="Linnea",
            last_name="Okonkwo",
            date_of_birth="1968-06-14",
            phone_number=CELL,
            best_phone_number=CELL,
            email=EMAIL,
            password=PASSWORD,
            address="4417 Larkspur Street",
            city="Burnaby",
            province="BC",
            postal_code="V5G 2K8",
            bc_card_number="9334567895",
            is_private_pay="false",
            consent_communication="true",
            consent_pharma_net_policy="true",
            consent_privacy_policy="true",
            consent_terms_of_use="true",
        )
        client = self.new_client()

        def register() -> None:
            answered(post_user.sync(client=client, body=form))

        code = code_after("email", EMAIL, register)
        activation = Activate(email=EMAIL, verification_code=code)
        answered(post_user_activate.sync(client=client, body=activation))
        password = Authenticate(email=EMAIL, password=PASSWORD, role="ROLE_PATIENT")

        def ask_code() -> None:
            answer = answered(post_user_authenticate.sync(client=client, body=password))
            assert answer.token is None, "a password alone opens nothing"

        password.code = code_after("sms", CELL, ask_code)
        return self.sign_in(password)

    def doctor_signs_in(self) -> AuthenticatedClient:
        """A doctor of the demo data signs in with the code of the authenticator."""
        accounts = json.loads(Path(setting("JOURNEY_ACCOUNTS")).read_text())
        account = next(one for one in accounts if one["email"] == "doctor@salal.example")
        code = authenticator_code(account["totpSecret"])
        client, _ = self.sign_in(
            Authenticate(email=account["email"], password=account["password"], code=code)
        )
        return client

    def request(self, patient: AuthenticatedClient, pharmacy: UUID) -> PrescriptionView:
        """Requests one medication."""
        drug = answered(get_drug_name_text.sync("METFORMIN", client=patient))[0]
        line = RequestedMedicationInput(
            drug_id=drug.field_id,
            name=drug.name,
            administrations=drug.administrations,
            formulations=drug.formulations,
            ingredients=[IngredientInput.from_dict(one.to_dict()) for one in drug.ingredients],
            usages=[UsageInput(quantity="One", frequency="Once a day", duration="3 months")],
        )
        wish = CreatePrescription(
            medications=[line],
            pharmacy=PharmacyRef(field_id=pharmacy),
            agreement=[True] * 6,
            location_confirmed=True,
        )
        made = answered(post_prescription.sync(client=patient, body=wish))
        self.assertEqual(made.status, "CREATED")
        self.assertGreater(made.fee_due, 0)
        return made

    def pay(self, patient: AuthenticatedClient, made: PrescriptionView) -> None:
        """Pays with a card that is declined, then with one that works."""

        def card(token: str) -> PrescriptionView | Problem | None:
            body = SetPay(prescription_id=made.field_id, amount=made.fee_due, stripe_token_id=token)
            return put_prescription_set_pay.sync(client=patient, body=body)

        refused = card("tok_chargeDeclined")
        assert isinstance(refused, Problem)
        self.assertEqual((refused.status, refused.code), (422, "CARD_DECLINED"))
        answered(card("tok_visa"))
        done = PaymentCompleted(id=made.field_id, person_id=made.person.field_id)
        paid = answered(put_prescription_payment_completed.sync(client=patient, body=done))
        self.assertEqual((paid.status, paid.fee_due), ("PENDING", 0))
        assert paid.payment is not None and paid.payment.card is not None
        self.assertEqual((paid.payment.charge_amount, paid.payment.card.last4), (made.fee_due, "4242"))
        charges = [effect["amount"] for effect in ledger("stripe") if effect["operation"] == "charge"]
        self.assertEqual(charges, [made.fee_due * 100], "charged once")

    def review(self, prescription: UUID) -> None:
        """The doctor approves, signs and sends the fax."""
        doctor = self.doctor_signs_in()
        queue = answered(get_prescription_queue.sync(client=doctor))
        self.assertIn(prescription, [row.field_id for row in queue.items], "it waits for a doctor")
        opened = OfPerson(prescription_id=prescription)
        seen = answered(put_prescription_acknowledge.sync(client=doctor, body=opened))
        self.assertEqual(seen.status, "ACKNOWLEDGED")
        decision = UpdateStatus(
            prescription=prescription, medication=seen.medications[0].field_id, status="Approved"
        )
        approved = answered(put_prescription_medication_update_status.sync(client=doctor, body=decision))
        self.assertEqual((approved.status, approved.medications[0].status), ("APPROVED", "Approved"))
        drawn = [[10.0 + at * 9, 40.0 + at * 7 % 23, at * 16.0] for at in range(12)]
        signature = Sign(prescription_id=prescription, strokes=[drawn])
        signed = answered(put_prescription_sign.sync(client=doctor, body=signature))
        paper = answered(get_prescription_document_id.sync(prescription, client=doctor)).payload.read()
        self.assertEqual(hashlib.sha256(paper).hexdigest(), signed.document_sha_256)
        fax = QueueFax(prescription_id=prescription)
        queued = answered(post_fax_queue_prescription_fax.sync(client=doctor, body=fax)).fax
        assert queued is not None
        self.assertEqual(queued.state, "queued")

    def test_from_registration_to_the_fax(self) -> None:
        patient, user = self.register_and_sign_in()
        person = user.person.field_id
        pharmacies = answered(get_pharmacy.sync(client=patient))
        pharmacy = next(one for one in pharmacies if digits(one.fax).endswith(PHARMACY_FAX))
        info = MedicalInfoInput(
            sex="Female",
            no_medical_condition=True,
            no_surgery=True,
            allergy_to_medication=["Penicillin"],
            alcohol_history="No",
            smoking_history="No",
            default_pharmacy=pharmacy.field_id,
        )
        told = answered(post_medicalinfo.sync(client=patient, body=info))
        self.assertEqual((told.person, told.default_pharmacy.field_id), (person, pharmacy.field_id))

        code = code_after(
            "sms",
            CELL,
            lambda: answered(get_person_verify_number_id.sync(person, client=patient)),
        )
        number = VerifyPhone(person_id=person, verification_code=code)
        answered(post_person_verify_code_activate.sync(client=patient, body=number))

        made = self.request(patient, pharmacy.field_id)
        self.pay(patient, made)
        self.review(made.field_id)

        def arrived() -> PrescriptionView | None:
            now = answered(get_prescription_id.sync(made.field_id, client=patient))
            delivered = now.fax is not None and now.fax.state == "delivered"
            return now if now.status == "FAXED" and delivered else None

        faxed = eventually("the fax", arrived)
        assert faxed.fax is not None
        self.assertTrue(digits(faxed.fax.to_number).endswith(PHARMACY_FAX))
        files = [len(fax["attachments"]) for fax in outbox("fax", PHARMACY_FAX)]
        self.assertEqual(files, [2], "one fax: its cover and the prescription")
