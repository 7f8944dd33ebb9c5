// What stands in a screen's place while its code is on the way, or when it broke.
import { useRouter } from '@tanstack/react-router';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { Page } from '../../ui/page/Page';

export function RoutePending() {
  return <Loading />;
}

export function RouteFailed({ reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter();
  return (
    <Page title="Something went wrong">
      <ErrorState
        text="Some error happens. Please try again or contact us."
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}
