// SPDX-License-Identifier: AGPL-3.0-or-later

// What only the patient can do next, above everything else: a declined card, a question of the clinic, a request that
// was begun, and requests that ended with something still open. Each goes only when it is done.
import { type StillOpen, stillOpen } from '../../features/prescriptions/outcome';
import { requestTitle } from '../../features/prescriptions/medicationText';
import type { DraftView, MessageRow, PrescriptionView } from '../../api/generated/schema';
import { formatShortWhen } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import css from './dashboard.module.css';

interface Need {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly does: string;
  readonly href: Address;
  /** What the button names besides, for readers. */
  readonly of: string;
}

interface Read {
  /** The patient's person. */
  readonly me: string;
  readonly requests: readonly PrescriptionView[];
  /** Those that the dashboard shows in full. */
  readonly shown: readonly PrescriptionView[];
  readonly draft: DraftView | undefined;
  readonly messages: readonly MessageRow[];
  readonly now: Date;
}

/** What is open, the most urgent first. */
export function needsOf({ me, requests, shown, draft, messages, now }: Read): readonly Need[] {
  const declined = requests.filter(({ canPay, payment }) => canPay && payment?.state === 'declined');
  // Who wrote last asks: an answer is not answered.
  const asked = messages.flatMap((one) => {
    const by = one.repliedBy ?? one.from;
    const isOpen = one.from !== null && one.canReply && !one.isArchive && one.asks;
    return by !== null && by._id !== me && isOpen ? [{ ...one, by }] : [];
  });
  const lines = draft?.content?.medications.length ?? 0;
  const saved = draft?.updatedAt ?? null;
  return [
    ...declined.map((request) => ({
      key: `pay ${request._id}`,
      title: 'Your card was declined',
      text: 'Nothing was charged. A doctor will review your request once the fee is paid.',
      does: 'Pay again',
      href: paths.payment({ prescription: request._id }),
      of: request.label,
    })),
    ...asked.map((message) => ({
      key: `answer ${message._id}`,
      title: `${message.by.FirstName} ${message.by.LastName} asked you something`,
      text: message.subject,
      does: 'Answer',
      href: paths.messaging({ message: message._id }),
      of: message.subject,
    })),
    ...(lines > 0
      ? [
          {
            key: 'draft',
            title: 'Your request is not sent yet',
            text: [
              lines === 1 ? '1 medication' : `${lines} medications`,
              saved === null ? '' : `saved ${formatShortWhen(saved, now)}`,
            ]
              .filter(Boolean)
              .join(', '),
            does: 'Continue',
            href: paths.requestReview(),
            of: 'your request',
          },
        ]
      : []),
    ...requests.flatMap((request, at) => {
      const open = shown.includes(request) ? null : stillOpen(request, requests.slice(0, at), now);
      return open ? [ofEnded(request, open)] : [];
    }),
  ];
}

function ofEnded(request: PrescriptionView, { text, isRefused }: StillOpen): Need {
  return {
    key: request._id,
    title: requestTitle(request.medications),
    text,
    does: isRefused ? 'See what to do next' : 'View the refund',
    href: paths.prescription(request._id),
    of: request.label,
  };
}

export function NeedsYou({ needs }: { readonly needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <section aria-label="Needs you">
      <Card title="Needs you" level={2}>
        <ul className={css['renewals']}>
          {needs.map(({ key, title, text, does, href, of }) => (
            <li key={key}>
              <div>
                <strong>{title}</strong>
                <span>{text}</span>
              </div>
              <ButtonLink variant="default" href={href} aria-label={`${does}, ${of}`}>
                {does}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
