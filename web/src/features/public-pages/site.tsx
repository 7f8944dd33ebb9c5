// SPDX-License-Identifier: AGPL-3.0-or-later

// What the public pages know of the operator: the public settings. In the browser they are values.
// When the pages are drawn at build, they are the template's names instead, and <When> and <Each>
// write the template's conditions and loops: the server fills them in (crates/site/src/documents.rs).
import { createContext, type ReactNode, useContext } from 'react';
import type { PublicSettings } from '../../api/generated/schema';

export type Site = PublicSettings;
export type Clinic = Site['clinics'][number];
export type Doctor = Site['doctors'][number];

interface Place {
  readonly site: Site;
  /** Drawn at build: no values are known yet. */
  readonly template: boolean;
}

const SiteContext = createContext<Place | null>(null);

export function SiteProvider({
  site,
  template = false,
  children,
}: {
  readonly site: Site;
  readonly template?: boolean;
  readonly children: ReactNode;
}) {
  return <SiteContext value={{ site, template }}>{children}</SiteContext>;
}

function usePlace(): Place {
  const place = useContext(SiteContext);
  if (!place) throw new Error('public pages stand inside a SiteProvider');
  return place;
}

export function useSite(): Site {
  return usePlace().site;
}

type Switch =
  | 'feeRule'
  | 'free'
  | 'environment'
  | 'unlimited'
  | 'reviewUrl'
  | 'mode'
  | 'idleSeconds'
  | 'termsOf2020'
  | 'doctors';

interface WhenProps {
  readonly setting: Switch;
  /** One of these; without it: anything but nothing. */
  readonly is?: readonly string[];
  readonly not?: boolean;
  /** Elements only: words side by side would run together in the filled page. */
  readonly children: ReactNode;
}

/** Shows its elements when the operator set it so. */
export function When({ setting, is, not = false, children }: WhenProps) {
  const { site, template } = usePlace();
  if (template) {
    const test = is === undefined ? setting : `${setting} in ${JSON.stringify(is)}`;
    return (
      <>
        {`{% if ${not ? `not (${test})` : test} %}`}
        {children}
        {'{% endif %}'}
      </>
    );
  }
  const value = site[setting];
  const isSomething = Array.isArray(value) ? value.length > 0 : Boolean(value);
  const holds = is === undefined ? isSomething : is.includes(String(value));
  return holds === not ? null : children;
}

/** One element for each clinic. */
export function EachClinic({ children }: { readonly children: (clinic: Clinic) => ReactNode }) {
  const { site, template } = usePlace();
  return (
    <>
      {template && '{% for clinic in clinics %}'}
      {site.clinics.map((clinic) => children(clinic))}
      {template && '{% endfor %}'}
    </>
  );
}

/** One element for each doctor who is named. */
export function EachDoctor({ children }: { readonly children: (doctor: Doctor) => ReactNode }) {
  const { site, template } = usePlace();
  return (
    <>
      {template && '{% for doctor in doctors %}'}
      {site.doctors.map((doctor) => children(doctor))}
      {template && '{% endfor %}'}
    </>
  );
}

/** "$50.00". At build an amount is its name in the template, whatever its type says. */
export function formatDollars(amount: number): string {
  if (typeof amount === 'number') return `$${amount.toFixed(2)}`;
  return `$${String(amount).replace(/ \}\}$/, '|money }}')}`;
}

/** A time in seconds as whole minutes, "30". At build a time is its name in the template, whatever its type says. */
export function minutesOf(seconds: number): string {
  if (typeof seconds === 'number') return String(Math.round(seconds / 60));
  return String(seconds).replace(/^\{\{ (.*) \}\}$/, '{{ ($1 / 60)|round|int }}');
}

/**
 * One of two texts, by a flag. At build a flag is its name in the template, whatever its type says.
 */
export function textFor(flag: boolean, yes: string, no: string): string {
  if (typeof flag === 'boolean') return flag ? yes : no;
  return `{{ ${JSON.stringify(yes)} if ${String(flag)} else ${JSON.stringify(no)} }}`;
}
