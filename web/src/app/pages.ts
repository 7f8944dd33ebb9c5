// Finds the screens: each is a file named after its exported component and becomes a chunk of its own.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

type Module = Record<string, ComponentType>;

const found: Record<string, () => Promise<Module>> = {
  ...import.meta.glob<Module>('../features/*/*Page.tsx'),
  ...import.meta.glob<Module>('../features/*/*/*Page.tsx'),
  ...import.meta.glob<Module>('./*/*Page.tsx'),
};

const byName = new Map(
  Object.entries(found).map(([file, load]) => [file.replace(/^.*\/|\.tsx$/g, ''), load]),
);

export function hasPage(name: string): boolean {
  return byName.has(name);
}

export function page(name: string) {
  const load = byName.get(name);
  if (!load) throw new Error(`there is no screen ${name}`);
  return lazyRouteComponent(load, name);
}
