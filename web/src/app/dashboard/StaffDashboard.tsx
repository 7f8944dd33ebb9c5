// SPDX-License-Identifier: AGPL-3.0-or-later

// The staff's first page: the inbox, and the way to every page that the side bar offers (decision 134).
import type { UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { StaffHome } from '../../features/messages/StaffHome';
import { paths } from '../../ui/links/paths';
import { officeEntries } from '../shell/officeNavigation';

export function StaffDashboard({ me }: { readonly me: UserView }) {
  const settings = useSettings();
  const pages = officeEntries(me, settings).filter(
    ({ href, locked }) => locked === undefined && href !== paths.dashboard(),
  );
  return <StaffHome destinations={pages} />;
}
