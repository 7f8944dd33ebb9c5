// SPDX-License-Identifier: AGPL-3.0-or-later

// The start: settings first (every screen needs them), then the app. While the server is away the
// outage banner is all there is to show, and loading goes on by itself when it answers again.
import '@fontsource-variable/radio-canada/wght.css';
import './ui/theme/mantine.css';
import './ui/theme/roles.css';
import './ui/theme/controls.css';
import { createRoot } from 'react-dom/client';
import { availability, useOutage } from './api/availability';
import { documentSettings } from './api/documentSettings';
import { ApiUnavailable } from './api/failures';
import { storeSettings, loadSettings } from './api/queries';
import { recoverChunk } from './api/recovery';
import { token } from './api/client';
import { session } from './api/session';
import { App } from './app/App';
import { giveWay, isDrawnAhead } from './app/drawnAhead';
import { router } from './app/router';
import { whenChunkFails } from './ui/chunks';
import { loadDialogs } from './ui/dialogs/Dialog';
import { tellLength } from './ui/dialogs/scrollGutter';
import { ApiUnavailableBanner, ErrorState } from './ui/feedback/states';
import { setClinicClock } from './ui/format';
import { returnFocus } from './ui/keyboard/returnFocus';
import { nextTask } from './ui/nextTask';
import { AppTheme } from './ui/theme/AppTheme';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has an element with id root');
const root = createRoot(place);

function StartOutage() {
  return <ApiUnavailableBanner {...useOutage()} />;
}

async function start(): Promise<void> {
  try {
    const settings = documentSettings() ?? (await loadSettings());
    storeSettings(settings);
    setClinicClock(settings.timeZone.offsets);
  } catch (failure) {
    const away = failure instanceof ApiUnavailable;
    void giveWay();
    root.render(
      <AppTheme>
        {away ? <StartOutage /> : <ErrorState error={failure} onRetry={() => window.location.reload()} />}
      </AppTheme>,
    );
    if (!away) return;
    await availability.returned();
    return start();
  }
  void session.ready();
  // The page's file is on its way while the server is asked who this is.
  if (token.get() !== null) void router.preload();
  await nextTask();
  if (isDrawnAhead()) await window.salalSheets;
  router.stands = () => void giveWay();
  root.render(<App />);
  // Not needed by the first screen, wanted soon after.
  setTimeout(() => void loadDialogs().catch(() => undefined), 2000);
}

whenChunkFails(recoverChunk);
returnFocus(document);
tellLength(document);

void start();
