// SPDX-License-Identifier: AGPL-3.0-or-later

// The frame of the public pages and of the sign-up: the way in at the top, what the product is and its
// policies in the footer. Plain anchors: each public page is a document of its own.
import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Brand } from '../../../ui/brand/Brand';
import { paths } from '../../../ui/links/paths';
import { PublicDialog, useReturnFocus } from '../dialogs';
import { Action } from '../links';
import { FeesNote } from '../prices/FeesNote';
import { FeeTable } from '../prices/FeeTable';
import { useSite, When } from '../site';
import classes from './frame.module.css';
import { isPlain, PolicyLinks } from './PolicyLinks';

interface PublicFrameProps {
  /** The page shown, as in the address. */
  readonly current: string;
  readonly signedIn?: boolean;
  /** The sign-up: only the way to the sign-in beside it. */
  readonly signingUp?: boolean;
  /** Between header and page, such as a notice of an outage. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

export function PublicFrame({ current, signedIn, signingUp, notice, children }: PublicFrameProps) {
  const site = useSite();
  const line = `with ${site.clinicName}`;
  return (
    <div className={classes['site']} data-frame="public">
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      <header className={classes['top']}>
        <div>
          <a href={paths.home()} className={classes['brand']}>
            <Brand product={site.product} line={line} />
          </a>
          {signingUp ? (
            <span className={classes['already']}>
              Already have an account?{' '}
              <a className="s-link" href={paths.login()}>
                Sign In
              </a>
            </span>
          ) : (
            <AccessLinks current={current} signedIn={signedIn ?? false} />
          )}
        </div>
      </header>
      {notice}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer line={line} signedIn={signedIn ?? false} />
    </div>
  );
}

const PAGES = [
  { label: 'FAQ', href: paths.faq() },
  { label: 'Blog', href: paths.blog() },
  { label: 'About Us', href: paths.aboutUs() },
] as const;

interface AccessLinksProps {
  readonly current: string;
  readonly signedIn: boolean;
}

function PageLinks({ current }: { readonly current: string }) {
  return (
    <>
      {PAGES.map(({ label, href }) => (
        <a key={href} href={href} aria-current={current === href ? 'page' : undefined}>
          {label}
        </a>
      ))}
      <Pricing current={current} />
    </>
  );
}

/** The fees at a glance, over the page; as a page of its own without scripts or in a new tab. */
function Pricing({ current }: { readonly current: string }) {
  const [open, setOpen] = useState(false);
  const focus = useReturnFocus();
  return (
    <>
      <a
        href={paths.price()}
        aria-haspopup="dialog"
        aria-current={current === paths.price() ? 'page' : undefined}
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          focus.keep();
          setOpen(true);
        }}
      >
        Pricing
      </a>
      <PublicDialog
        opened={open}
        onClose={() => {
          setOpen(false);
          focus.giveBack();
        }}
        title="Fees"
        size={640}
        footer={
          <a className="s-link" href={paths.price()}>
            All prices
          </a>
        }
      >
        <FeesNote />
        <FeeTable caption="Fees of one request" />
      </PublicDialog>
    </>
  );
}

function AccessLinks({ current, signedIn }: AccessLinksProps) {
  const site = useSite();
  const signIn = site.loginUrl ?? paths.login();
  const signUp = site.registrationUrl ?? paths.registration();
  const ways = signedIn ? (
    <a href={paths.dashboard()}>Dashboard</a>
  ) : (
    <>
      <When setting="environment" is={['dev', 'auto']}>
        <a href={paths.officeLogin()} className={classes['office']}>
          Office Login
        </a>
      </When>
      <a href={signIn}>Sign In</a>
    </>
  );
  return (
    <>
      <nav aria-label="Pages" className={classes['pages']}>
        <PageLinks current={current} />
      </nav>
      <nav aria-label="Access" className={classes['ways']}>
        {ways}
        {!signedIn && (
          <Action href={signUp} className={classes['create']}>
            Create Account
          </Action>
        )}
      </nav>
      <details className={classes['menu']}>
        <summary>
          <IconMenu2 size={22} aria-hidden="true" />
          <span className="s-visually-hidden">Menu</span>
        </summary>
        <nav aria-label="Menu">
          <PageLinks current={current} />
          {!signedIn && (
            <>
              <When setting="environment" is={['dev', 'auto']}>
                <a href={paths.officeLogin()}>Office Login</a>
              </When>
              <a href={signUp}>Create Account</a>
            </>
          )}
        </nav>
      </details>
    </>
  );
}

function Footer({ line, signedIn }: { readonly line: string; readonly signedIn: boolean }) {
  const site = useSite();
  return (
    <footer className={classes['footer']} data-on-evergreen>
      <div>
        <div className={classes['footerTop']}>
          <Brand product={site.product} line={line} onDark />
          {!signedIn && (
            <nav aria-label="Site" className={classes['footerLinks']}>
              <a href={paths.aboutUs()}>About Us</a>
              <a href={paths.faq()}>FAQ</a>
              <a href={paths.blog()}>Blog</a>
              <a href={paths.price()}>Pricing</a>
              <a href={`${paths.aboutUs()}#contact`}>Contact Us</a>
              <a href={`${paths.home()}#prescription-on-demand`}>Prescription on Demand</a>
            </nav>
          )}
          <div className={classes['hours']}>
            <strong>Hours</strong>
            <p>{site.hours}</p>
          </div>
        </div>
        <div className={classes['footerEnd']}>
          <PolicyLinks className={classes['policies']} />
          <span>In an emergency, call 9-1-1.</span>
        </div>
      </div>
    </footer>
  );
}
