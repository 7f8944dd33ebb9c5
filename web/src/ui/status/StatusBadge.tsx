// A state as icon and word. Never by colour alone, never a pill.
import { statusStyle } from './statuses';
import classes from './StatusBadge.module.css';

export interface StatusBadgeProps {
  readonly code: string;
  readonly text?: string | undefined;
}

export function StatusBadge({ code, text }: StatusBadgeProps) {
  const look = statusStyle(code);
  return (
    <span className={classes['badge']} data-tone={look.tone}>
      <look.icon size={14} aria-hidden="true" />
      {text ?? look.label}
    </span>
  );
}
