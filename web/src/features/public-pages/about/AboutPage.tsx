// SPDX-License-Identifier: AGPL-3.0-or-later

// /about-us: who we are, what we do and do not do, and how to reach us.
import { paths } from '../../../ui/links/paths';
import { Article } from '../frame/Article';
import { EachClinic, useSite } from '../site';
import classes from './about.module.css';

export function AboutPage() {
  const { product, clinicName, supportEmail, hours, landing } = useSite();
  return (
    <Article
      title="About Us"
      lead="An online medical service for people in British Columbia who need to renew medications they already take."
    >
      <p>
        {`${product} is run with ${clinicName}. Behind it are doctors and office staff who also see patients in person, with ${landing.years} years of experience and ${landing.locations} physical locations. We built it for routine renewals that need no waiting room: the next three months of a medication that has worked for years.`}
      </p>
      <h2>What we do</h2>
      <p>
        You add your medical information once and keep it up to date. When a medication runs low you ask for
        it, and a doctor reads the request together with your conditions, allergies and other medications. An
        approved prescription is faxed to the pharmacy you choose. A review may take up to 24 hours, and the
        fax should reach the pharmacy within 24 hours of our confirmation email.
      </p>
      <p>
        We also send requests for sleep studies, and write referrals, requisitions and notes. Their prices are
        on the{' '}
        <a className="s-link" href={paths.price()}>
          pricing
        </a>{' '}
        page.
      </p>
      <h2>What we don’t do</h2>
      <p>
        We do not replace your family doctor, and we are not there for emergencies. We do not renew controlled
        substances, opiates, benzodiazepines, stimulants or medications for infectious diseases, and
        antibiotics only exceptionally. We are private: the provincial health card does not cover our fees.
      </p>
      <h2>Who can use it</h2>
      <p>
        Anyone 19 or older, or a legally authorized representative, who is physically located in British
        Columbia while using the service.
      </p>
      <h2>How we protect your information</h2>
      <p>
        Only the people who work on your request read it, and every access to your record is logged. Emails
        and text messages from us carry links, never health information. The details are in the{' '}
        <a className="s-link" href={paths.privacy()}>
          Privacy Policy
        </a>
        .
      </p>
      <section id="contact" className={classes['contact']}>
        <h2>Contact Us</h2>
        <p>
          Write to{' '}
          <a className="s-link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          . With an account you can also write under Messages, which keeps what you write private.
        </p>
        <p>{hours}</p>
        <ul className={classes['clinics']}>
          <EachClinic>
            {(clinic) => (
              <li key={clinic.name}>
                <strong>{clinic.name}</strong>
                <span>{clinic.address}</span>
                <a href={`tel:${clinic.phone}`} className="s-link s-number">
                  {clinic.phone}
                </a>
              </li>
            )}
          </EachClinic>
        </ul>
        <p>In an emergency, call 9-1-1. For advice from a nurse at any hour, call 8-1-1.</p>
      </section>
    </Article>
  );
}
