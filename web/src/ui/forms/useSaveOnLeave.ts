// SPDX-License-Identifier: AGPL-3.0-or-later

// What is not saved yet is saved when it is left: the tab is hidden, the page goes, the form is closed.
import { useEffect } from 'react';

interface Autosave {
  /** `leaving`: the call has to outlive the page. */
  save(leaving: boolean): Promise<void>;
}

export function useSaveOnLeave(autosave: Autosave): void {
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void autosave.save(true);
    };
    const onLeave = () => void autosave.save(true);
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      void autosave.save(true);
    };
  }, [autosave]);
}
