// SPDX-License-Identifier: AGPL-3.0-or-later

// What stands in a screen's place while its code or the session is on the way, or when it broke.
import { useQueryClient } from '@tanstack/react-query';
import { useOutage } from '../../api/availability';
import { PartMissing } from '../../ui/chunks';
import { ApiUnavailableBanner, ErrorState, Loading } from '../../ui/feedback/states';
import { useRouter } from '../../ui/links/router';
import { Page } from '../../ui/page/Page';

export function RoutePending() {
  return <Loading />;
}

/** While the session is looked up no frame stands yet that would carry the banner. */
export function StartPending() {
  const outage = useOutage();
  return outage.visible ? <ApiUnavailableBanner {...outage} /> : <Loading />;
}

export function RouteFailed({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter();
  const client = useQueryClient();
  const isMissing = error instanceof PartMissing;
  return (
    <Page title="Something went wrong">
      <ErrorState
        text={isMissing ? undefined : 'Some error happens. Please try again or contact us.'}
        error={error}
        onRetry={() => {
          // A part that did not come is not asked for twice by the page that wanted it: a new document does.
          if (isMissing) return window.location.reload();
          // The page may have broken on an answer that is kept and would break it again.
          client.removeQueries({ type: 'inactive' });
          void client.invalidateQueries();
          reset();
          void router?.load();
        }}
      />
    </Page>
  );
}
