// SPDX-License-Identifier: AGPL-3.0-or-later

// The authenticator's secret as a picture and as text, shown until the first right code.
import { Suspense } from 'react';
import classes from './accounts.module.css';
import { lazyPart } from '../../ui/chunks';

const QrCode = lazyPart(async () => (await import('react-qr-code')).QRCode);

export function Enrolment({ secret, address }: { readonly secret: string; readonly address: string }) {
  const spaced = secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return (
    <div className={classes['enrolment']}>
      <ol>
        <li>Install an authenticator app on your phone.</li>
        <li>Scan this picture with it, or type the key below it.</li>
        <li>Enter the code the app shows.</li>
      </ol>
      <div className={classes['qr']}>
        <Suspense fallback={<span>Loading...</span>}>
          <QrCode value={address} size={176} title="QR code for your authenticator app" role="img" />
        </Suspense>
      </div>
      <p>
        Key: <strong className={classes['secret']}>{spaced}</strong>
      </p>
    </div>
  );
}
