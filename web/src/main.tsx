// SPDX-License-Identifier: AGPL-3.0-or-later

// The start: settings first (every screen needs them), then the app. While the server is away the
// outage banner is all there is to show, and loading goes on by itself when it answers again.
import '@fontsource-variable/radio-canada/wght.css';
import '@mantine/core/styles.layer.css';
import './ui/theme/roles.css';
import './ui/theme/controls.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { availability } from './api/client';
import { documentSettings } from './api/documentSettings';
import { ApiUnavailable } from './api/failures';
import { storeSettings, loadSettings } from './api/queries';
import { session } from './api/session';
import { App } from './app/App';
import { loadDialogs } from './ui/dialogs/Dialog';
import { ApiUnavailableBanner, ErrorState } from './ui/feedback/states';
import { setClinicClock } from './ui/format';
import { cssVariables, patientTheme } from './ui/theme/theme';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has an element with id root');
const root = createRoot(place);

function untilAvailable(): Promise<void> {
  return new Promise((resolve) => {
    const stop = availability.subscribe(() => {
      if (!availability.get()) return;
      stop();
      resolve();
    });
  });
}

async function start(): Promise<void> {
  try {
    const settings = documentSettings() ?? (await loadSettings());
    storeSettings(settings);
    setClinicClock(settings.timeZone.offsets);
  } catch (failure) {
    const away = failure instanceof ApiUnavailable;
    root.render(
      <MantineProvider theme={patientTheme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
        {away ? (
          <ApiUnavailableBanner visible />
        ) : (
          <ErrorState error={failure} onRetry={() => window.location.reload()} />
        )}
      </MantineProvider>,
    );
    if (!away) return;
    await untilAvailable();
    return start();
  }
  void session.ready();
  root.render(<App />);
  // Not needed by the first screen, wanted soon after.
  setTimeout(() => void loadDialogs().catch(() => undefined), 2000);
}

/** A new version replaced the files of this one: load the page again, but never in a circle. */
const RELOADED = 'salal.reloaded';
const MIN_MS = 60_000;
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < MIN_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
});

void start();
