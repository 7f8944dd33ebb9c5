// The public first page: what the service is, how a renewal works, what it costs and what it cannot
// do. Pages of news, questions and other services belong to a later issue.
import { Button, Table, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconClipboardHeart,
  IconClockCheck,
  IconCreditCard,
  IconMapPin,
  IconPill,
  IconPills,
  IconPrinter,
  IconReceiptDollar,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSettings } from '../../api/queries';
import { LeafDrawing } from '../../ui/brand/Brand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { phone } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/Page';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { Timeline } from '../../ui/status/Timeline';
import classes from './LandingPage.module.css';

const STATISTICS = [
  '7000+ medications',
  '1000+ pharmacies',
  '2+ physical locations',
  '20+ years of experience',
] as const;

const CANNOT = [
  'Controlled substances',
  'Opiates',
  'Benzodiazepines',
  'Stimulants',
  'Infectious-disease medications',
] as const;

const STORY = [
  { label: 'Created', state: 'done', when: 'You choose your medications' },
  { label: 'Pending', state: 'done', when: 'Payment received' },
  { label: 'Acknowledged', state: 'done', when: 'A doctor opened your request' },
  { label: 'Approved', state: 'done', when: '2 of 2 medications' },
  { label: 'Faxed to pharmacy', state: 'done', when: 'Your pharmacy has it' },
] as const;

export function LandingPage() {
  useTabTitle('Renew the prescriptions you already take');
  return (
    <>
      <Hero />
      <div className={classes['wide']}>
        <Cards />
        <ul className={classes['statistics']}>
          {STATISTICS.map((text) => {
            const [number = '', ...words] = text.split(' ');
            return (
              <li key={text}>
                <strong>{number}</strong> {words.join(' ')}
              </li>
            );
          })}
        </ul>
        <HowItWorks />
      </div>
      <div className={classes['band']}>
        <div className={classes['wide']}>
          <div className={classes['halves']}>
            <Fees />
            <Cannot />
          </div>
        </div>
      </div>
      <Clinic />
    </>
  );
}

function Hero() {
  const { fees } = useSettings();
  const lowest = fees.withCard[0];
  return (
    <section className={classes['hero']} data-on-evergreen aria-label="Welcome">
      <LeafDrawing className={classes['leaves']} />
      <div className={classes['heroInside']}>
        <div>
          <h1>Renew the prescriptions you already take.</h1>
          <p className={classes['promise']}>
            A British Columbia doctor reviews your request and faxes approved prescriptions to your pharmacy.
            No appointment needed.
          </p>
          <div className={classes['calls']}>
            <ButtonLink
              href={paths.login()}
              size="lg"
              className={classes['refill'] ?? ''}
              rightSection={<IconArrowRight size={20} aria-hidden="true" />}
            >
              GET REFILL
            </ButtonLink>
            <ButtonLink
              href={paths.registration()}
              size="lg"
              variant="outline"
              className={classes['signUp'] ?? ''}
            >
              SIGN UP / SIGN IN
            </ButtonLink>
            <a href="#how" className={classes['learn']}>
              LEARN MORE
            </a>
          </div>
          <ul className={classes['terms']}>
            <li>
              <IconUserCheck size={20} aria-hidden="true" /> 19 or older
            </li>
            <li>
              <IconMapPin size={20} aria-hidden="true" /> Located in British Columbia
            </li>
            {lowest !== undefined && (
              <li>
                <IconReceiptDollar size={20} aria-hidden="true" /> {`$${lowest} with a BC Services Card`}
              </li>
            )}
          </ul>
        </div>
        <div className={classes['sample']}>
          <div className={classes['sampleHead']}>
            <strong>Your renewal</strong>
            <StatusBadge code="FAXED" />
          </div>
          <Timeline label="How a request goes" steps={STORY} orientation="vertical" />
        </div>
      </div>
    </section>
  );
}

function Cards() {
  return (
    <div className={classes['cards']}>
      <LandingCard
        icon={<IconPill size={26} aria-hidden="true" />}
        title="Prescription on demand"
        text="Tell us which of your regular medications has run low. A doctor reviews your request and faxes approved prescriptions to the pharmacy you choose."
        more="You choose up to 5 medications a day, for at most 3 months each. A doctor may change or refuse a medication, and the fee for a refused one is given back. Medications that need to be seen in person appear crossed out in the search."
      />
      <LandingCard
        icon={<IconClockCheck size={26} aria-hidden="true" />}
        title="No more waiting"
        text="No waiting room and no phone queue. Send a request any time, day or night. Review may take up to 24 hours."
        more="The fax should reach your pharmacy within 24 hours of our confirmation e-mail. You can follow each step in your account, and doctors write to you when they have a question."
      />
    </div>
  );
}

interface LandingCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly more: string;
}

function LandingCard({ icon, title, text, more }: LandingCardProps) {
  const [open, setOpen] = useState(false);
  return (
    <section className={classes['card']}>
      <span className={classes['cardIcon']}>{icon}</span>
      <div>
        <Title order={2}>{title}</Title>
        <p>{text}</p>
        <button
          type="button"
          className="s-link"
          aria-label={`Learn More: ${title}`}
          onClick={() => setOpen(true)}
        >
          Learn More
        </button>
      </div>
      <Dialog
        opened={open}
        onClose={() => setOpen(false)}
        title={title}
        foot={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <p>{text}</p>
        <p>{more}</p>
      </Dialog>
    </section>
  );
}

const STEPS = [
  {
    icon: IconClipboardHeart,
    title: 'Add your medical information',
    text: 'Your conditions, allergies, current medications and pharmacy. You check it before every request.',
  },
  {
    icon: IconPills,
    title: 'Choose your medications',
    text: 'Up to 5 medications a day, for at most 3 months each.',
  },
  {
    icon: IconCreditCard,
    title: 'Pay the fee',
    text: 'The full price is shown before you pay. It is not covered by the provincial health card.',
  },
  {
    icon: IconPrinter,
    title: 'We fax your pharmacy',
    text: 'The fax should reach your pharmacy within 24 hours of our confirmation e-mail.',
  },
] as const;

function HowItWorks() {
  return (
    <section id="how" className={classes['how']}>
      <Title order={2}>How a renewal works</Title>
      <ol>
        {STEPS.map((step) => (
          <li key={step.title}>
            <step.icon size={26} aria-hidden="true" />
            <Title order={3}>{step.title}</Title>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Fees() {
  const { fees } = useSettings();
  return (
    <section>
      <Title order={2}>What it costs</Title>
      <p>
        A private service. Fees are not covered by the provincial health card, and are non-refundable. Prices
        can change.
      </p>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Each request</Table.Th>
            <Table.Th scope="col" ta="right">
              With a valid BC Services Card
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Without
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fees.withCard.map((amount, at) => (
            <Table.Tr key={amount}>
              <Table.Th scope="row" fw={400}>
                {at === 0 ? '1 prescription' : `${at + 1} prescriptions`}
              </Table.Th>
              <Table.Td ta="right" fw={700}>{`$${amount}`}</Table.Td>
              <Table.Td ta="right">{`$${fees.withoutCard[at] ?? ''}`}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              Each additional
            </Table.Th>
            <Table.Td ta="right" fw={700}>{`$${fees.additional}`}</Table.Td>
            <Table.Td ta="right">{`$${fees.additional}`}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Cannot() {
  return (
    <section>
      <Title order={2}>What we cannot renew</Title>
      <p>Some medications need to be seen in person. They appear crossed out in the search.</p>
      <ul className={classes['cannot']}>
        {CANNOT.map((text) => (
          <li key={text}>
            <IconX size={20} aria-hidden="true" /> {text}
          </li>
        ))}
        <li data-exception>
          <IconAlertTriangle size={20} aria-hidden="true" /> Antibiotics, only exceptionally
        </li>
      </ul>
    </section>
  );
}

function Clinic() {
  const { partnerClinic } = useSettings();
  return (
    <section className={classes['wide']}>
      <div className={classes['clinic']}>
        <Title order={2}>Our clinic</Title>
        <address>
          <strong>{partnerClinic.name}</strong>
          <span>{partnerClinic.address}</span>
          <span>{phone(partnerClinic.phone)}</span>
        </address>
      </div>
    </section>
  );
}
