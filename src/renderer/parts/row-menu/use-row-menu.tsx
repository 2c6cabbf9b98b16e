import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import type { ListMenu } from '#ui/data/list/list-menu.ts';
import type { MenuPlace } from '#ui/overlays/point-menu.tsx';
import { RowMenu, type RowMenuContent } from './row-menu';

/** Returns the menu of a list’s rows: what the list needs, and the menu itself, which is one for all rows. */
export function useRowMenu<T>(contentOf: (item: T) => RowMenuContent): { menu: ListMenu<T>; element: ReactNode } {
  const { t } = useMessages();
  const [opened, setOpened] = useState<{ item: T; place: MenuPlace } | null>(null);
  const [last, setLast] = useState<T | null>(null);
  const latest = useRef(contentOf);
  latest.current = contentOf;
  const label = useCallback((item: T) => t('row-menu.of', { name: latest.current(item).name }), [t]);
  const onOpen = useCallback((item: T, place: MenuPlace) => {
    setLast(() => item);
    setOpened({ item, place });
  }, []);
  const menu = useMemo(() => ({ label, opened: opened?.item ?? null, onOpen }), [label, opened, onOpen]);
  const element = last !== null && <RowMenu content={contentOf(last)} place={opened?.place ?? null} onClose={() => setOpened(null)} />;
  return { menu, element };
}
