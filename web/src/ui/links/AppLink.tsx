// SPDX-License-Identifier: AGPL-3.0-or-later

// Links inside the app. Real anchors, so that they open in a new tab and work for readers; a plain
// click goes through the router. Outside a router (component tests) they stay ordinary anchors.
import { Button, type ButtonProps } from '@mantine/core';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import type { Address, Parameter, QueryName } from './paths';
import { useLocation, useRouter, useShown } from './router';

interface Go {
  (href: Address, options?: { replace?: boolean; saved?: boolean }): void;
}

/** Goes to an address from the path builder; `saved` when a form is done, whose text is then not asked about. */
export function useGo(): Go {
  const router = useRouter();
  return (href, options = {}) => {
    // Outside a router there is nowhere to go.
    void router?.navigate({ href, ...options });
  };
}

function useFollow(href: Address): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented || !router) return;
    event.preventDefault();
    // Pressed until the next page is here, however long its code takes.
    const anchor = event.currentTarget;
    anchor.dataset['going'] = '';
    void router.navigate({ href }).finally(() => delete anchor.dataset['going']);
  };
}

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly href: Address;
  readonly ref?: Ref<HTMLAnchorElement>;
}

export function AppLink({ href, onClick, children, className, ...rest }: AppLinkProps) {
  const follow = useFollow(href);
  return (
    <a
      {...rest}
      href={href}
      className={className ?? 's-link'}
      onClick={(event) => {
        onClick?.(event);
        follow(event);
      }}
    >
      {children}
    </a>
  );
}

interface ButtonLinkProps extends ButtonProps {
  readonly href: Address;
  readonly children: ReactNode;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  /** It leads where the crumbs lead: a phone's top bar has that way already. */
  readonly 'data-way-back'?: boolean;
}

/** A link that looks like a button: it goes somewhere, it does nothing else. */
export function ButtonLink({ href, children, ...rest }: ButtonLinkProps) {
  const follow = useFollow(href);
  return (
    <Button {...rest} component="a" href={href} onClick={follow}>
      {children}
    </Button>
  );
}

/** A part of the address, such as `id` of /patient/$id. */
export function useRouteParam(name: Parameter): string {
  return useShown().params[name] ?? '';
}

/** A value after the question mark. */
export function useQueryParam(name: QueryName): string | undefined {
  return useShown().search[name];
}

/**
 * The secret of a mailed link: after the `#`, which no browser sends to a server, so that neither a proxy's log nor
 * another site learns it. Links of earlier versions have it after the question mark.
 */
export function useLinkToken(): string | undefined {
  const inHash = new URLSearchParams(useLocation().hash).get('token');
  const inQuery = useQueryParam('token');
  return inHash ?? inQuery;
}
