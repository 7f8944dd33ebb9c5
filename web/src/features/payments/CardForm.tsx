// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Paying by card: the provider's own field, the name on the card, and the one
 * button that carries the amount. Without a usable script the reason is shown.
 */
import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { FieldError } from '../../ui/forms/faults';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { formatMoney } from '../../ui/format';
import { CARD } from './paymentMachine';
import css from './payments.module.css';
import { type CardElement, openStripe, type StripeClient } from './stripe';

interface CardFormProps {
  scriptUrl: string;
  stripeKey: string;
  amount: number;
  name: string;
  product: string;
  /** Why it cannot be pressed now; null when it can. */
  reason: string | null;
  refusal: string | null;
  onPay: (token: () => Promise<string>) => void;
}

const INVALID_CARD = 'Please enter valid card information!';
const NO_PROVIDER =
  'The card provider didn’t answer. Nothing was charged. Check your connection, then press Pay again.';

/** The provider's words for what is no fault of the card (docs.stripe.com/api/errors). */
const NOT_THE_CARD: ReadonlySet<string | undefined> = new Set(['api_connection_error', 'api_error']);

interface Opened {
  stripe: StripeClient;
  card: CardElement;
}

export function CardForm(props: CardFormProps) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <ErrorState
        text="The card form couldn’t be loaded."
        detail="Nothing was charged. Check your connection and try again."
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  return <CardFields key={attempt} {...props} onFailed={() => setFailed(true)} />;
}

function CardFields(props: CardFormProps & { onFailed: () => void }) {
  const { scriptUrl, stripeKey, amount, reason, refusal, product, onPay } = props;
  const [name, setName] = useState(props.name);
  const [ready, setReady] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<Opened | null>(null);
  const labelId = useId();
  const errorId = useId();
  const onFailed = useEffectEvent(props.onFailed);

  useEffect(() => {
    let gone = false;
    const open = async () => {
      try {
        const stripe = await openStripe(scriptUrl, stripeKey);
        if (gone || !place.current) return;
        const card = stripe.elements().create('card', { style: FRAME_STYLE });
        card.mount(place.current);
        // The summary's link leads here, and on into the provider's frame.
        place.current.addEventListener('focus', () => card.focus?.());
        opened.current = { stripe, card };
        setReady(true);
      } catch {
        if (!gone) onFailed();
      }
    };
    void open();
    return () => {
      gone = true;
      opened.current?.card.unmount();
      opened.current = null;
    };
  }, [scriptUrl, stripeKey]);

  async function token(): Promise<string> {
    const now = opened.current;
    if (!now) throw new Error(INVALID_CARD);
    const answer = await now.stripe.createToken(now.card, { name });
    if (!answer.token) throw new Error(NOT_THE_CARD.has(answer.error?.type) ? NO_PROVIDER : INVALID_CARD);
    return answer.token.id;
  }

  return (
    <form
      className={css.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null && ready) onPay(token);
      }}
    >
      <div>
        <div id={labelId} className={css.label}>
          Card information
        </div>
        {refusal === null ? null : (
          <div id={errorId} className="s-field-error">
            <FieldError message={refusal} />
          </div>
        )}
        <div
          ref={place}
          id={CARD}
          className={css.frame}
          role="group"
          tabIndex={-1}
          aria-labelledby={labelId}
          aria-describedby={refusal === null ? undefined : errorId}
        />
        {ready ? null : <Loading text="Loading..." rows={1} />}
      </div>
      <TextInput
        id="card-name"
        label="Name on card"
        autoComplete="cc-name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ReasonedButton
        type="submit"
        size="lg"
        fullWidth
        side="below"
        leftSection={<IconLock size={20} aria-hidden />}
        reason={ready ? reason : 'The card form is loading.'}
      >
        Pay {formatMoney(amount)}
      </ReasonedButton>
      <p className={css.small}>
        Card details go straight to the payment provider. {product} never stores them.
      </p>
    </form>
  );
}

/** The frame is another origin's page and stays white in both schemes, so its words stay dark. */
const FRAME_STYLE = { base: { fontSize: '17px', color: '#1f1e1a' } };
