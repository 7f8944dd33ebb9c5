// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The head of a step of a request: where the patient is (four named steps in a row, or "Step 2 of 4" on
 * narrow screens), over the page's one h1. The same place on every step.
 */
import { Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTabTitle } from '../../ui/page/tabTitle';
import css from './RequestSteps.module.css';

const STEPS = ['Medical information', 'Medications', 'Agreement', 'Payment'] as const;

type Step = 1 | 2 | 3 | 4;

interface RequestHeadProps {
  readonly current: Step;
  readonly title: string;
}

export function RequestHead({ current, title }: RequestHeadProps) {
  useTabTitle(title);
  return (
    <header className={css.head}>
      <RequestSteps current={current} />
      <Title order={1}>{title}</Title>
    </header>
  );
}

function RequestSteps({ current }: { current: Step }) {
  return (
    <div className={css.steps}>
      <p className={css.narrow}>
        <span>
          <b>
            Step {current} of {STEPS.length}
          </b>{' '}
          {STEPS[current - 1]}
        </span>
        <span className={css.bars} aria-hidden>
          {STEPS.map((step, index) => (
            <i key={step} data-done={index < current || undefined} />
          ))}
        </span>
      </p>
      <ol className={css.wide} aria-label="Steps of the request">
        {STEPS.map((step, index) => (
          <li
            key={step}
            aria-current={index + 1 === current ? 'step' : undefined}
            data-done={index + 1 < current || undefined}
          >
            <span className={css.dot}>
              {index + 1 < current ? (
                <>
                  <IconCheck size={14} aria-hidden />
                  <span className="s-visually-hidden">Done: </span>
                </>
              ) : (
                index + 1
              )}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
