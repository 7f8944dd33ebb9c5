// The salal leaf with its berry, the product's name and one line under it.
import classes from './Brand.module.css';

export function Leaf({ size = 28, onDark = false }: { readonly size?: number; readonly onDark?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M4 24C2 12 12 4 26 5c1 13-6 21-17 20" fill={onDark ? '#9ED1BB' : 'var(--s-leaf)'} />
      <path d="M5 26C9 19 15 13 22 9" stroke={onDark ? '#0B291E' : 'var(--s-vein)'} strokeWidth="1.8" fill="none" strokeLinecap="round" />
      <circle cx="25" cy="26" r="4" fill={onDark ? '#ECB0CB' : '#A04374'} />
    </svg>
  );
}

export function Brand({ product, line, onDark = false }: { readonly product: string; readonly line: string; readonly onDark?: boolean }) {
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
    <svg className={className} viewBox="0 0 420 420" aria-hidden="true" focusable="false">
      <path d="M30 400C110 300 200 190 380 70" stroke="#154332" strokeWidth="5" fill="none" strokeLinecap="round" />
      {LEAVES.map(([x, y, turn, scale]) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
          <path d="M0 0C-46-34-52-96 0-140 52-96 46-34 0 0" fill="#154332" />
          <path d="M0-6V-122" stroke="#0B291E" strokeWidth="3" fill="none" />
        </g>
      ))}
      {BERRIES.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="13" fill="#7E2E59" />
      ))}
    </svg>
  );
}

const LEAVES = [
  [110, 305, -62, 0.9], [168, 240, 96, 0.95], [200, 208, -40, 1], [262, 150, 88, 0.9], [300, 124, -28, 0.85], [366, 80, 48, 0.6],
] as const;
const BERRIES = [[150, 322], [182, 330], [166, 352]] as const;
