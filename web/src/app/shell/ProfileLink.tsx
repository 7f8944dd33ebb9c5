// SPDX-License-Identifier: AGPL-3.0-or-later

// Who is signed in, in the top bar: address and picture (or initials), leading to the profile. In
// partner-embedded mode the profile is kept by the partner, so it leads nowhere and says so.
import type { UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useStoredFile } from '../../features/people/storedFile';
import { useBlobAddress } from '../../ui/files/useBlobAddress';
import { initials } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import classes from './ProfileLink.module.css';

export function ProfileLink({ user }: { readonly user: UserView }) {
  const { embedded, partnerClinic } = useSettings();
  const inside = (
    <>
      <span className={classes['email']}>
        <span className="s-visually-hidden">Profile of </span>
        {user.Email}
      </span>
      <Picture user={user} />
    </>
  );
  if (embedded) {
    return (
      <span className={classes['me']} role="link" aria-disabled="true" tabIndex={0}>
        {inside}
        <span className="s-visually-hidden">{`, managed by ${partnerClinic.name}`}</span>
      </span>
    );
  }
  return (
    <AppLink href={paths.profile()} className={classes['me'] ?? ''}>
      {inside}
    </AppLink>
  );
}

function Picture({ user }: { readonly user: UserView }) {
  const stored = useStoredFile(user.Person.profileImageKey ?? null);
  const address = useBlobAddress(stored.data);
  return (
    <span className={classes['picture']} aria-hidden="true">
      {address === null ? (
        initials(user.Person.FirstName, user.Person.LastName)
      ) : (
        <img src={address} alt="" />
      )}
    </span>
  );
}
