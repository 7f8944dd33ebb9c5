// SPDX-License-Identifier: AGPL-3.0-or-later

// What a screen shows when it has nothing to show yet, nothing at all, or a failure. Each says what
// is going on in words; a failure says what to do.
import { Button, Skeleton } from '@mantine/core';
import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCloudOff,
  IconInfoCircle,
  IconPillOff,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ButtonLink } from '../links/AppLink';
import { paths } from '../links/paths';
import { explainLoadFailure } from './loadFailure';
import { marksWaiting } from './marksWaiting';
import classes from './states.module.css';
import { useIsSlow } from './useIsSlow';
import { useLandingFocus } from './useLandingFocus';

interface LoadingProps {
  readonly text?: string;
  readonly rows?: number;
}

export function Loading({ text = 'Loading...', rows = 3 }: LoadingProps) {
  const shown = useIsSlow();
  return (
    <div ref={marksWaiting} className={classes['loading']} role="status" aria-busy="true">
      {shown && (
        <>
          <span className={classes['quiet']}>{text}</span>
          {Array.from({ length: rows }, (_, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- bones are all alike
            <div key={at} className={classes['bones']} aria-hidden="true">
              <Skeleton width={36} height={36} radius={8} />
              <div>
                <Skeleton height={14} width={`${78 - at * 9}%`} />
                <Skeleton height={10} width={`${46 - at * 5}%`} mt={8} />
              </div>
            </div>
          ))}
        </>
      )}
    </div>
  );
}

interface EmptyStateProps {
  readonly text: string;
  readonly hint?: ReactNode;
  readonly icon?: Icon;
  readonly action?: ReactNode;
}

export function EmptyState({ text, hint, icon: EmptyIcon = IconPillOff, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <EmptyIcon size={28} aria-hidden="true" />
      <strong>{text}</strong>
      {hint !== undefined && <p>{hint}</p>}
      {action}
    </div>
  );
}

type ErrorStateProps = {
  readonly text?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
} & (
  | {
      /** What the call threw: it tells what to do, and whether asking again can help. */
      readonly error: unknown;
      readonly detail?: never;
    }
  | {
      /** What is wrong, where no call failed. */
      readonly detail: ReactNode;
      readonly error?: never;
    }
);

export function ErrorState({ text, error, detail, onRetry }: ErrorStateProps) {
  const failure = detail === undefined ? explainLoadFailure(error) : null;
  const said = failure?.detail ?? detail;
  // Who has no words of their own says the usual ones: once is enough.
  const title = text === said ? undefined : text;
  return (
    <div className={classes['empty']} data-failed role="alert">
      <IconCloudOff size={28} aria-hidden="true" />
      <strong>{title ?? failure?.title ?? 'Server side Error!'}</strong>
      <p>{said}</p>
      {onRetry && failure?.retry !== false && <TryAgain onRetry={onRetry} />}
      {failure?.elsewhere === true && (
        <ButtonLink variant="default" href={paths.dashboard()}>
          Back to the dashboard
        </ButtonLink>
      )}
    </div>
  );
}

function TryAgain({ onRetry }: { readonly onRetry: () => void }) {
  const { ref, land } = useLandingFocus();
  return (
    <Button
      ref={ref}
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden="true" />}
      onClick={(press) => {
        land(press);
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}

const NOTICE_ICONS = {
  plain: IconInfoCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  error: IconAlertCircle,
  success: IconCircleCheck,
};

interface NoticeProps {
  readonly kind: 'plain' | 'warning' | 'info' | 'error' | 'success';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly live?: boolean;
  /** In place of the kind's own. */
  readonly icon?: Icon | undefined;
  /** At its end, on a phone under its words. */
  readonly action?: ReactNode;
}

/** A tinted box on the page. `live` when it appears because of something the user did. */
export function Notice({ kind, title, children, live = false, icon, action }: NoticeProps) {
  const NoticeIcon = icon ?? NOTICE_ICONS[kind];
  return (
    <div
      className={classes['notice']}
      data-kind={kind}
      role={live ? (kind === 'error' ? 'alert' : 'status') : undefined}
    >
      <NoticeIcon size={20} aria-hidden="true" />
      <div className={classes['noticeWords']}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

interface OutageProps {
  readonly visible: boolean;
  /** When the server is asked again, in ms since 1970. */
  readonly retryAt: number;
  readonly onRetry: () => void;
}

/** Counts down to the next question. Not part of the alert, which would be read again every second. */
function UntilRetry({ retryAt }: { readonly retryAt: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((retryAt - now) / 1000);
  return <span>{seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again.'}</span>;
}

function TryNow({ onRetry }: { readonly onRetry: () => void }) {
  const { ref, land } = useLandingFocus();
  return (
    <button
      ref={ref}
      type="button"
      className="s-link"
      onClick={(press) => {
        land(press);
        onRetry();
      }}
    >
      Try now
    </button>
  );
}

/** The strip under the top bar while the server does not answer. */
export function ApiUnavailableBanner({ visible, retryAt, onRetry }: OutageProps) {
  return (
    <section
      className={visible ? classes['outage'] : undefined}
      aria-label={visible ? 'Connection' : undefined}
    >
      <div role="alert">
        {visible && (
          <div className={classes['banner']}>
            <IconPlugConnectedX size={20} aria-hidden="true" />
            <div>
              <strong>Api is currently not available, please contact IT Support!</strong>
              <span>No connection. Your work is kept.</span>
            </div>
          </div>
        )}
      </div>
      {visible && (
        <div className={classes['retry']}>
          <UntilRetry retryAt={retryAt} />
          <TryNow onRetry={onRetry} />
        </div>
      )}
    </section>
  );
}
