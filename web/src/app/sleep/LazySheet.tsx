// Fetches the drawing of a sheet when one is looked at for the first time.
import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from '../../ui/feedback/states';
import type { SheetProps } from './Sheet';

const Drawn: ComponentType<SheetProps> = lazy(async () => {
  const { Sheet } = await import('./Sheet');
  return { default: Sheet };
});

export function LazySheet(props: SheetProps) {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
