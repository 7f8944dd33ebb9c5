// SPDX-License-Identifier: AGPL-3.0-or-later

// A renewal in four steps.
import { IconClipboardHeart, IconCreditCard, IconPills, IconPrinter } from '@tabler/icons-react';
import { When } from '../site';
import classes from './landing.module.css';

const STEPS = [
  {
    icon: IconClipboardHeart,
    title: 'Add your medical information',
    text: 'Your conditions, allergies, current medications and pharmacy. You check it before every request.',
  },
  {
    icon: IconPills,
    title: 'Choose your medications',
    text: null,
  },
  {
    icon: IconCreditCard,
    title: 'Pay the fee',
    text: 'The full price is shown before you pay. It is not covered by the provincial health card.',
  },
  {
    icon: IconPrinter,
    title: 'We fax your pharmacy',
    text: 'The fax should reach your pharmacy within 24 hours of our confirmation email.',
  },
] as const;

export function HowItWorks() {
  return (
    <section id="how" className={classes['how']}>
      <h2>How a renewal works</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step.title}>
            <step.icon size={26} aria-hidden="true" />
            <h3>{step.title}</h3>
            <p>{step.text ?? <Amounts />}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Amounts() {
  return (
    <>
      <When setting="unlimited" not>
        <span>Up to 5 medications a day, each for at most 3 months at a time.</span>
      </When>
      <When setting="unlimited">
        <span>Each for at most 3 months at a time.</span>
      </When>
    </>
  );
}
