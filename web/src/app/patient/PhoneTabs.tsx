// SPDX-License-Identifier: AGPL-3.0-or-later

// On a phone: what of the patient's page is shown. It stays under the allergies.
import { SegmentedControl } from '@mantine/core';
import { useStuckHeight } from '../../ui/page/useStuckHeight';
import styles from './lineHistory.module.css';

type Props = {
  readonly value: string;
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (to: string) => void;
};

export function PhoneTabs({ value, tabs, onChange }: Props) {
  const strip = useStuckHeight<HTMLDivElement>('--s-stuck-under');
  return (
    <div ref={strip} className={styles.phoneTabs}>
      <SegmentedControl
        fullWidth
        aria-label="What is shown"
        value={value}
        onChange={onChange}
        data={[...tabs]}
      />
    </div>
  );
}
