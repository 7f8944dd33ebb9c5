// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The live request on the dashboard: where it stands in a sentence, its tracker,
 * its lines and pharmacy, and one way on: what can be done with it is on its page.
 * Fed by the same query as everything else, so that a live event moves it.
 */
import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconBuildingStore,
  IconCircleCheck,
  IconCircleX,
  IconPhone,
  IconPill,
  IconPillOff,
  IconPrinter,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useId } from 'react';
import type { PrescriptionView } from '../../api/generated/schema';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { callAddress, formatPhone, formatShortWhen, usageText } from '../../ui/format';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { statusStyle } from '../../ui/status/statuses';
import { Timeline } from '../../ui/status/Timeline';
import { useNow } from '../../ui/useNow';
import css from './live.module.css';
import { MedicationTitle } from './MedicationTitle';
import { outcomeOf, refundText, wayOf } from './outcome';
import { cardText } from './payment';
import { RequestStatus } from './RequestStatus';
import {
  hasFaxFailed,
  inShort,
  isVoiding,
  pharmacyOf,
  receivedText,
  requestSummary,
  timelineOf,
} from './timeline';
import { lastUsage } from './usage';

export function LiveRequest({ prescription }: { prescription: PrescriptionView }) {
  const heading = useId();
  const now = new Date(useNow());
  const summary = requestSummary(prescription, now);
  const pharmacy = pharmacyOf(prescription);
  const { medications } = prescription;
  // Of a fax that failed or is taken back, that comes first.
  const outcome = hasFaxFailed(prescription) || isVoiding(prescription) ? null : outcomeOf(prescription);
  const way = wayOf(prescription);
  const isRefused = medications.some((line) => line.status === 'Rejected');
  return (
    <section className={css.card} aria-labelledby={heading}>
      <div className={css.body}>
        <header className={css.head}>
          {/* What it says while one waits is read with its heading: "Tidewater Pharmacy has it". */}
          <div role="status">
            <h2 id={heading} className={css.title}>
              {summary.title}
              <span className="s-visually-hidden">, {prescription.label}</span>
            </h2>
            <p className={css.text}>
              {summary.text}
              {summary.phone && (
                <>
                  {' '}
                  <a className="s-link" href={callAddress(summary.phone)}>
                    {formatPhone(summary.phone)}
                  </a>
                </>
              )}
            </p>
          </div>
          {outcome?.code !== 'REJECTED' && <RequestStatus prescription={prescription} />}
        </header>
        <PromisedDay prescription={prescription} now={now} />
        {outcome === null ? (
          <Timeline
            label={`Status of ${prescription.label}`}
            steps={timelineOf(prescription, inShort(prescription, now))}
          />
        ) : (
          <Facts
            facts={outcome.facts}
            isAllRefused={outcome.code === 'REJECTED'}
            more={factWords(prescription, now)}
          />
        )}
        <ul className={css.lines} data-decided={outcome !== null || undefined}>
          {medications.map((medication) => {
            const usage = lastUsage(medication.usages);
            const [On, Off] = outcome === null ? PILLS : MARKS;
            const LineIcon = medication.status === 'Rejected' ? Off : On;
            return (
              <li key={medication._id} className={css.line}>
                <span className={css.tile} data-off={medication.status === 'Rejected' || undefined}>
                  <LineIcon size={20} aria-hidden />
                </span>
                <div className={css.words}>
                  <div className={css.name}>
                    <MedicationTitle medication={medication} />
                  </div>
                  {medication.status === 'Rejected' && medication.reason?.sentence ? (
                    <div className={css.usage}>{medication.reason.sentence}</div>
                  ) : usage && outcome === null ? (
                    <div className={css.usage}>{usageText(usage)}</div>
                  ) : null}
                </div>
                {outcome !== null ? (
                  <span className={css.became}>
                    {medication.status === 'Rejected' ? statusStyle('REJECTED').label : WAYS[way]}
                  </span>
                ) : medication.status === 'Rejected' ? (
                  <StatusBadge code="REJECTED" />
                ) : null}
              </li>
            );
          })}
        </ul>
      </div>
      <footer className={css.footer}>
        <span className={css.pharmacy}>
          <IconBuildingStore size={20} aria-hidden />
          {[pharmacy.name, pharmacy.address, pharmacy.city].filter(Boolean).join(', ')}
        </span>
        <span className={css.count}>
          {outcome !== null
            ? prescription.label
            : medications.length === 1
              ? '1 medication'
              : `${medications.length} medications`}
        </span>
        <span className={css.actions}>
          {prescription.canPay ? (
            <ButtonLink href={paths.payment({ prescription: prescription._id })}>Pay Now</ButtonLink>
          ) : null}
          {summary.phone ? (
            <Button
              component="a"
              className={css.call ?? ''}
              href={callAddress(summary.phone)}
              leftSection={<IconPhone size={20} aria-hidden />}
            >
              Call the pharmacy
            </Button>
          ) : null}
          <ButtonLink
            variant="default"
            href={paths.prescription(prescription._id)}
            rightSection={isRefused ? <IconArrowRight size={18} aria-hidden /> : undefined}
          >
            {isRefused ? 'See what to do next' : 'View'}
          </ButtonLink>
        </span>
      </footer>
    </section>
  );
}

/** The hours between the payment and the promised answer, as a thin line with a mark for now. */
function PromisedDay({ prescription, now }: { readonly prescription: PrescriptionView; readonly now: Date }) {
  const { promisedBy, statuses } = prescription;
  const since = statuses.findLast((entry) => entry.code === 'PENDING')?.at;
  if (promisedBy === null || since === undefined) return null;
  const [from, until] = [Date.parse(since), Date.parse(promisedBy)];
  const used = Math.min(1, Math.max(0, (now.getTime() - from) / (until - from)));
  return (
    <div className={css.promise}>
      <span className={css.day} aria-hidden="true">
        <span className={css.used} style={{ width: `${used * 100}%` }} />
        <span className={css.now} style={{ left: `${used * 100}%` }} />
      </span>
      <span>{formatShortWhen(since, now)}</span>
      <span>{formatShortWhen(promisedBy, now)}</span>
    </div>
  );
}

const ICONS = [IconPrinter, IconCircleX, IconReceiptRefund];
const KINDS = ['sent', 'refused', 'money'] as const;
const PILLS = [IconPill, IconPillOff] as const;
const MARKS = [IconCircleCheck, IconCircleX] as const;
const WAYS = { faxed: 'Faxed', printed: 'Printed', approved: 'Approved' } as const;

/** What is known besides of how much left, of what did not, and of the money. */
function factWords(request: PrescriptionView, now: Date): readonly (string | null)[] {
  return [
    wayOf(request) === 'faxed' ? receivedText(request, now) : null,
    'See why below',
    refundText(request) === null ? null : cardText(request),
  ];
}

/** What became of a request that was not approved whole, a cell a fact: how much left, how much did not, the money. */
function Facts({
  facts,
  isAllRefused,
  more,
}: {
  readonly facts: readonly string[];
  readonly isAllRefused: boolean;
  readonly more: readonly (string | null)[];
}) {
  return (
    <ul className={css.facts} aria-label="What happened to it">
      {facts.map((fact, at) => {
        const kind = isAllRefused ? at + 1 : at;
        const FactIcon = ICONS[kind] ?? IconReceiptRefund;
        const words = more[kind] ?? null;
        return (
          <li key={fact} data-kind={KINDS[kind]}>
            <FactIcon size={20} aria-hidden />
            {/* Of how many it is stands in the badge. */}
            <strong>{(fact.charAt(0).toUpperCase() + fact.slice(1)).replace(/ of \d+ /, ' ')}</strong>
            {words !== null && <span>{words}</span>}
          </li>
        );
      })}
    </ul>
  );
}
