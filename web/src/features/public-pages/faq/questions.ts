// SPDX-License-Identifier: AGPL-3.0-or-later

// The questions of the FAQ and their answers, a paragraph each. Facts are the specification's
// (sections 1, 2 and 9); amounts, names and hours come from the settings.
import { formatDollars, textFor, type Site } from '../site';

interface Question {
  /** Its place in the address: /faq#id. */
  readonly id: string;
  readonly question: string;
  readonly answer: (site: Site) => readonly string[];
}

export interface Topic {
  readonly title: string;
  readonly questions: readonly Question[];
}

export const TOPICS: readonly Topic[] = [
  {
    title: 'Who can use it',
    questions: [
      {
        id: 'who',
        question: 'Who can use this service?',
        answer: ({ product }) => [
          `You can use ${product} if you are 19 or older, or the legally authorized representative of a patient, and physically located in British Columbia each time you use it.`,
          'We ask you to confirm where you are when you sign in.',
        ],
      },
      {
        id: 'travelling',
        question: 'I live in British Columbia but I am travelling. Can I send a request?',
        answer: () => [
          'No. Our doctors may treat you only while you are physically in British Columbia. Send the request before you leave, or when you are back.',
        ],
      },
      {
        id: 'no-card',
        question: 'I do not have a BC Services Card. Can I still sign up?',
        answer: ({ fees }) => [
          'Yes, with a passport, or with a Canadian health card where that is offered at sign-up.',
          `The price for a request without a valid BC Services Card applies then: ${formatDollars(fees.withoutCard[0] ?? 0)} for one prescription.`,
        ],
      },
      {
        id: 'family-doctor',
        question: 'Do I need a family doctor?',
        answer: () => [
          'No. If you have one, tell them what we renewed: our doctors do not replace the one who knows you.',
        ],
      },
      {
        id: 'somebody-else',
        question: 'Can I make a request for someone else, such as a parent?',
        answer: () => [
          'Only as their legally authorized representative. The account carries the legal name of the patient as it appears on their government ID.',
        ],
      },
    ],
  },
  {
    title: 'Medications',
    questions: [
      {
        id: 'which',
        question: 'Which medications can be renewed?',
        answer: () => [
          'Medications that you already take regularly, for a condition that is stable: for blood pressure, cholesterol, diabetes, the thyroid, asthma and many others.',
          'Type the first three letters on the medication search page to see whether yours is among them.',
        ],
      },
      {
        id: 'which-not',
        question: 'Which medications can you not renew?',
        answer: () => [
          'Controlled substances, opiates, benzodiazepines, stimulants and medications for infectious diseases. Antibiotics are renewed only exceptionally.',
          'They appear crossed out in the search and cannot be chosen. Please see a doctor in person for these.',
        ],
      },
      {
        id: 'new',
        question: 'Can I get a medication that I have never taken?',
        answer: () => [
          'No. The service is for regularly taken medications only. A doctor may refuse an unfamiliar one and cancel the request.',
        ],
      },
      {
        id: 'how-much',
        question: 'How much of a medication do I get?',
        answer: () => [
          'At most three months at a time. The doctor may add refills, up to 12 months in all, and may shorten or change what you asked for; you see each change in your account.',
        ],
      },
      {
        id: 'how-many',
        question: 'How many medications can I ask for?',
        answer: ({ unlimited }) => [
          textFor(
            unlimited,
            'As many as you take regularly, in one request.',
            'Up to 5 a day, in one request or in several.',
          ),
        ],
      },
      {
        id: 'not-found',
        question: 'My medication was not found. What now?',
        answer: () => [
          'Check the spelling against the label, or search for the ingredient instead of the brand. If it still does not appear, write to us: it may not be one that we can renew.',
        ],
      },
    ],
  },
  {
    title: 'Requests and pharmacies',
    questions: [
      {
        id: 'how-long',
        question: 'How long does it take?',
        answer: () => [
          'You can send a request at any time, day or night. A review may take up to 24 hours, and the fax should reach your pharmacy within 24 hours of our confirmation email.',
          'If you are about to run out, ask your pharmacist whether an emergency supply is possible.',
        ],
      },
      {
        id: 'hours',
        question: 'When are doctors available?',
        answer: ({ hours }) => [hours],
      },
      {
        id: 'pharmacy',
        question: 'Which pharmacy receives the prescription?',
        answer: () => [
          'The one you choose. Your preferred pharmacy is kept with your medical information, and you can pick another for a single request.',
        ],
      },
      {
        id: 'not-received',
        question: 'My pharmacy says that it has not received the prescription. What can I do?',
        answer: ({ supportEmail }) => [
          'Give it 24 hours from our confirmation email. After that, the link in the email tells our front desk, and another link sends the fax again, up to 2 more times.',
          `If neither helps, write to ${supportEmail}.`,
        ],
      },
      {
        id: 'paper',
        question: 'Can I have the prescription on paper or as a file?',
        answer: () => [
          'No. It goes from us to one pharmacy, by fax. You can read in your account what was sent, and save the receipt.',
        ],
      },
      {
        id: 'progress',
        question: 'How do I know where my request is?',
        answer: () => [
          'Your dashboard shows each step: Created, Pending, Acknowledged, Approved or Not approved, and Faxed to pharmacy. We also email you at each step with a link and no health information.',
        ],
      },
      {
        id: 'cancel',
        question: 'Can I cancel a request?',
        answer: () => ['Yes, until a doctor has started working on it. Fees are not refunded if you cancel.'],
      },
      {
        id: 'doctor-asks',
        question: 'The doctor has sent me a question. How do I answer?',
        answer: () => [
          'Follow the link in the email, or open Messages in your account. You can add pictures or PDF files to your answer.',
        ],
      },
    ],
  },
  {
    title: 'Fees',
    questions: [
      {
        id: 'cost',
        question: 'What does it cost?',
        answer: ({ fees }) => [
          `With a valid BC Services Card: ${formatDollars(fees.withCard[0] ?? 0)} for 1 prescription, up to ${formatDollars(fees.withCard[4] ?? 0)} for 5. Without one: ${formatDollars(fees.withoutCard[0] ?? 0)} for 1, up to ${formatDollars(fees.withoutCard[4] ?? 0)} for 5. Each additional prescription is ${formatDollars(fees.additional)}.`,
          'The fee of your request is shown before you pay. Prices can change.',
        ],
      },
      {
        id: 'msp',
        question: 'Does my provincial health card cover the fee?',
        answer: () => [
          'No. The service is private, and its fees are not covered by the provincial health card. What your pharmacy charges for the medication is a separate matter, and your drug plan may cover it.',
        ],
      },
      {
        id: 'pay',
        question: 'How do I pay?',
        answer: () => [
          'By card, or with a wallet where that is offered. Card numbers go straight to the payment provider; we never see them.',
        ],
      },
      {
        id: 'refund',
        question: 'Do I get a refund if the doctor declines?',
        answer: () => [
          'The portion for any declined medication is refunded to your original payment method. Otherwise fees are non-refundable.',
        ],
      },
      {
        id: 'receipt',
        question: 'Can I have a receipt?',
        answer: () => [
          'Yes. Open the prescription in your history and press Invoice: the Official Prescription Receipt can be printed or saved as a PDF file.',
        ],
      },
    ],
  },
  {
    title: 'Account and privacy',
    questions: [
      {
        id: 'need',
        question: 'What do I need to sign up?',
        answer: () => [
          'Your BC Services Card or another accepted document, an email address, and a cell phone that receives text messages. You can’t change your cell phone number yourself later, but our office can do it for you.',
        ],
      },
      {
        id: 'code',
        question: 'Why do you send a code to my phone?',
        answer: () => [
          'So that a stolen password is not enough to read your health information. The code is asked for each time you sign in.',
        ],
      },
      {
        id: 'signed-out',
        question: 'Why was I signed out?',
        answer: () => [
          'After five minutes without activity we sign you out, because phones and computers are shared. We warn you a minute before, and the request you were writing is kept.',
        ],
      },
      {
        id: 'password',
        question: 'I forgot my password.',
        answer: () => [
          'Choose “Forgot your password?” on the sign-in page. We ask for your email, your date of birth and your health card number, and email you a link to set a new one.',
        ],
      },
      {
        id: 'keep',
        question: 'How long do you keep my health information?',
        answer: () => [
          'A minimum of 16 years, as the law on medical records requires. Nothing in your record can be deleted before then.',
        ],
      },
      {
        id: 'pharmanet',
        question: 'What is PharmaNet, and why do you ask for my consent?',
        answer: () => [
          'PharmaNet is the provincial record of what pharmacies have dispensed to you. With your consent a doctor may look there before deciding, for instance to see when a medication was last filled.',
        ],
      },
      {
        id: 'emergency',
        question: 'What if it is an emergency?',
        answer: () => [
          'Call 9-1-1 or go to the nearest emergency department. For advice from a nurse at any hour, call 8-1-1. Do not wait for an answer from us.',
        ],
      },
    ],
  },
  {
    title: 'Sleep studies',
    questions: [
      {
        id: 'sleep',
        question: 'How do I ask for a sleep study?',
        answer: ({ serviceFees }) => [
          `In your account: answer ten questions about your sleep, choose a sleep clinic and a branch, and send the request for a Level III sleep apnea test. The fee is ${formatDollars(serviceFees.sleepAssessment)}.`,
        ],
      },
    ],
  },
];
