// The foot of every signed-in screen: the policies stay in reach (specification 000 section 2). The
// patient page of the office fills the window and scrolls in its columns, so it has none.
import { useLocation } from '@tanstack/react-router';
import { PolicyLinks } from '../../features/public-pages/frame/PolicyLinks';
import classes from './ShellFoot.module.css';

export function ShellFoot() {
  const { pathname } = useLocation();
  if (pathname.startsWith('/patient/')) return null;
  return (
    <footer className={classes['foot']} data-no-print>
      <PolicyLinks className={classes['links']} />
    </footer>
  );
}
