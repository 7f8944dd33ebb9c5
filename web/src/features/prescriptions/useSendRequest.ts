// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The steps between "Confirm Medication Request" and a created request: the
 * number allowed today, the agreement, the phone, the place, and one creation
 * per click. Which dialog is open is the whole of its state.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/client';
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { PersonView, PrescriptionView, RequestedMedication } from '../../api/generated/schema';
import { session } from '../../api/session';
import { hasReason } from './repeatReason';
import { cacheOwnPrescription, checkNumber, createPrescription } from './commands';
import type { RequestDraftState } from './useRequestDraft';

type SendStep = 'form' | 'agreement' | 'phone' | 'location' | 'done';

interface SendRequestInput {
  person: PersonView;
  medications: RequestedMedication[];
  pharmacyId: string | null;
  free: boolean;
  /** Where it was written: at rest while the request is on its way, and closed once it was created. */
  draft: Pick<RequestDraftState, 'hold' | 'release' | 'close'>;
  onFault: (failure: unknown) => void;
}

const NOTHING_AGREED: boolean[] = [];

/** A repeated answer of silence is asked again with the same key this often. */
const ATTEMPTS = 3;

export interface SendRequest {
  step: SendStep;
  busy: boolean;
  created: PrescriptionView | null;
  begin: () => void;
  agree: (agreement: boolean[]) => void;
  phoneVerified: () => void;
  locationConfirmed: () => void;
  cancel: () => void;
}

export function useSendRequest(input: SendRequestInput): SendRequest {
  const queries = useQueryClient();
  const [step, setStep] = useState<SendStep>('form');
  const [created, setCreated] = useState<PrescriptionView | null>(null);
  const answers = useRef({ agreement: NOTHING_AGREED, verified: false, located: false });
  const content = JSON.stringify([input.medications, input.pharmacyId, input.free]);
  const unanswered = useRef<string | null>(null);

  const number = useMutation({
    mutationFn: () => checkNumber(input.person._id, input.medications),
    onSuccess: (answer) => {
      const held = answer.held.filter((one) => !hasReason(input.medications[one.index] ?? {}));
      if (!answer.success) input.onFault({ errors: [{ field: 'medications', message: answer.message }] });
      else if (held.length > 0)
        input.onFault({
          errors: held.map((one) => ({
            field: `medications[${one.index}].neededAgain`,
            message: one.message,
          })),
        });
      else setStep('agreement');
    },
    onError: input.onFault,
  });

  const create = useMutation({
    mutationFn: async (key: string) => {
      await input.draft.hold();
      return createPrescription(
        {
          medications: input.medications,
          pharmacyId: input.pharmacyId,
          agreement: answers.current.agreement,
          located: answers.current.located,
          free: input.free,
        },
        key,
      );
    },
    // Silence says nothing about the outcome; the same key makes asking again harmless.
    retry: (count, failure) => count < ATTEMPTS && failure instanceof ApiUnavailable,
    onSuccess: (prescription) => {
      input.draft.close();
      cacheOwnPrescription(queries, prescription);
      setCreated(prescription);
      setStep('done');
    },
    onError: (failure) => {
      // It may be there already, and its draft gone with it: that is at rest until something else is wanted.
      if (failure instanceof ApiUnavailable) unanswered.current = content;
      else input.draft.release();
      if (failure instanceof ApiError && failure.code === 'PHONE_NOT_VERIFIED') setStep('phone');
      else if (failure instanceof ApiError && failure.code === 'LOCATION_NOT_CONFIRMED') setStep('location');
      else {
        setStep('form');
        input.onFault(failure);
      }
    },
  });

  const { release } = input.draft;
  useEffect(() => {
    if (unanswered.current === null || unanswered.current === content) return;
    unanswered.current = null;
    release();
  }, [content, release]);

  function send() {
    setStep('form');
    if (!create.isPending) create.mutate(newIdempotencyKey());
  }

  return {
    step,
    created,
    busy: number.isPending || create.isPending,
    begin: () => {
      if (number.isPending || create.isPending) return;
      // What was agreed to is sent again, under its key, instead of a second one.
      if (unanswered.current === content) send();
      else number.mutate();
    },
    agree: (agreement) => {
      answers.current.agreement = agreement;
      if (input.person.PhoneVerified || answers.current.verified) send();
      else setStep('phone');
    },
    phoneVerified: () => {
      answers.current.verified = true;
      // The next request need not ask again.
      void session.refresh();
      send();
    },
    locationConfirmed: () => {
      answers.current.located = true;
      send();
    },
    cancel: () => setStep('form'),
  };
}
