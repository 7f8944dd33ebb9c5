// SPDX-License-Identifier: AGPL-3.0-or-later

// A state as icon and word. Never by colour alone, never a pill.
import { statusStyle } from './statuses';
import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  readonly code: string;
  readonly text?: string | undefined;
}

export function StatusBadge({ code, text }: StatusBadgeProps) {
  const style = statusStyle(code);
  return (
    <span className={classes['badge']} data-tone={style.tone}>
      <style.icon size={14} aria-hidden="true" />
      {text ?? style.label}
    </span>
  );
}
