// SPDX-License-Identifier: AGPL-3.0-or-later

// The salal leaf with its berry, the product's name and one line under it.
import classes from './Brand.module.css';

export function Leaf({ size = 32, onDark = false }: { readonly size?: number; readonly onDark?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="1 2 29 29" aria-hidden="true" focusable="false">
      <path d="M4 24C2 12 12 4 26 5c1 13-6 21-17 20" fill={onDark ? '#9ED1BB' : 'var(--s-leaf)'} />
      <path
        d="M5 26C9 19 15 13 22 9"
        stroke={onDark ? '#0B291E' : 'var(--s-vein)'}
        strokeWidth="1.8"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="25" cy="26" r="4" fill={onDark ? '#ECB0CB' : '#A04374'} />
    </svg>
  );
}

export function Brand({
  product,
  line,
  onDark = false,
}: {
  readonly product: string;
  readonly line: string;
  readonly onDark?: boolean;
}) {
  return (
    <span className={classes['brand']} data-on-dark={onDark || undefined}>
      <Leaf onDark={onDark} />
      <span>
        <span className={classes['name']}>{product}</span>
        <span className={classes['line']}>{line}</span>
      </span>
    </span>
  );
}

/** The tone-on-tone branch of the landing page, sign-in and payment. Never behind words. */
export function LeafDrawing({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 520 560" data-no-print aria-hidden="true" focusable="false">
      <path
        d="M66 544C118 500 150 450 156 402C170 340 220 300 270 250C310 180 350 150 400 110C440 60 470 40 520 0"
        stroke="#154332"
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
      {LEAVES.map(([x, y, turn, scale]) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
          <path d="M0 0C-52-34-70-104 0-176C70-104 52-34 0 0" fill="#154332" />
          <path
            d="M0-4V-160M0-36L-30-60M0-36L30-60M0-70L-36-96M0-70L36-96M0-104L-28-126M0-104L28-126"
            stroke="#0B291E"
            strokeWidth="2"
            fill="none"
          />
        </g>
      ))}
      <path
        d="M176 424C240 430 300 470 350 512"
        stroke="#154332"
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
      />
      {BERRIES.map(([x, y]) => (
        <g key={`${x}-${y}`}>
          <circle cx={x} cy={y} r="13" fill="#7E2E59" />
          <circle cx={x - 4} cy={y - 4} r="3.5" fill="#C16192" />
        </g>
      ))}
    </svg>
  );
}

const LEAVES = [
  [138, 462, -18, 0.86],
  [166, 396, 82, 0.98],
  [250, 276, -16, 1],
  [286, 226, 88, 1],
  [372, 138, -22, 0.94],
  [420, 92, 84, 0.84],
] as const;
const BERRIES = [
  [216, 440],
  [240, 462],
  [272, 478],
  [304, 486],
  [330, 506],
  [356, 520],
] as const;
