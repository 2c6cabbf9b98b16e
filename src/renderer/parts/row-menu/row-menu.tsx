import { AtSign, Braces, Copy, Hash, Link2, type LucideIcon, PanelRight, Terminal, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { ReadRaw } from '#data/raw.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { ListMenu } from '#ui/data/list/use-row-clicks.ts';
import { MenuItem, MenuSeparator, SubMenu } from '#ui/overlays/menu.tsx';
import { type MenuPlace, PointMenu } from '#ui/overlays/point-menu.tsx';
import { linkTo } from '../copy/link-to';
import { useCopyWithToast } from '../copy/use-copy-with-toast';

/** Entries of a row’s menu. Those without a value are left out, because the user can't make them available. */
export interface RowMenuContent {
  /** Names the row. */
  readonly name: string;
  readonly onOpen?: (() => void) | undefined;
  readonly id: string;
  readonly email?: string | null | undefined;
  /** The path of the window that shows the object, by which its link is made. */
  readonly path?: string | undefined;
  /** Reads the object as the service has it, without secrets. */
  readonly readJson: ReadRaw;
  /** The request for the object, without secrets. */
  readonly curl?: (() => string) | undefined;
  /** What else can be done with the object. */
  readonly actions?: readonly RowAction[];
  readonly remove?: RemoveEntry | undefined;
}

interface RowAction extends RemoveEntry {
  readonly icon: LucideIcon;
}

/** Removes the object, as a rule after a question. */
interface RemoveEntry {
  readonly label: string;
  /** Why it can’t be done now. */
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
}

interface RowMenuProps {
  content: RowMenuContent;
  place: MenuPlace | null;
  onClose: () => void;
}

/** With more actions, a menu has what it copies in a submenu. */
const maxActionsBesideCopies = 2;

/** Opens a row’s object, copies it in different forms, offers what else can be done with it, and removes it. */
function RowMenu({ content, place, onClose }: RowMenuProps) {
  const { t } = useMessages();
  const { name, onOpen, actions = [], remove } = content;
  const foldsCopies = actions.length > maxActionsBesideCopies;
  return (
    <PointMenu label={t('row-menu.of', { name })} place={place} onClose={onClose}>
      {onOpen && (
        <>
          <MenuItem icon={PanelRight} onSelect={onOpen}>
            {t('row-menu.open')}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {!foldsCopies && <CopyItems content={content} />}
      {!foldsCopies && actions.length > 0 && <MenuSeparator />}
      {actions.map(({ icon, label, disabledReason, onSelect }) => (
        <MenuItem key={label} icon={icon} disabledReason={disabledReason} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
      {foldsCopies && (
        <SubMenu icon={Copy} label={t('row-menu.copy')}>
          <CopyItems content={content} />
        </SubMenu>
      )}
      {remove && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger disabledReason={remove.disabledReason} onSelect={remove.onSelect}>
            {remove.label}
          </MenuItem>
        </>
      )}
    </PointMenu>
  );
}

function CopyItems({ content: { id, email, path, readJson, curl } }: Pick<RowMenuProps, 'content'>) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const link = path === undefined ? null : linkTo(path);
  return (
    <>
      <MenuItem icon={Hash} onSelect={() => copy(id)}>
        {t('row-menu.copy-id')}
      </MenuItem>
      {email && (
        <MenuItem icon={AtSign} onSelect={() => copy(email)}>
          {t('row-menu.copy-email')}
        </MenuItem>
      )}
      {link !== null && (
        <MenuItem icon={Link2} onSelect={() => copy(link, 'ui.link-copied')}>
          {t('row-menu.copy-link')}
        </MenuItem>
      )}
      <MenuItem icon={Braces} onSelect={() => copy(readJson().then((json) => JSON.stringify(json, null, 2)))}>
        {t('row-menu.copy-json')}
      </MenuItem>
      {curl !== undefined && (
        <MenuItem icon={Terminal} onSelect={() => copy(curl())}>
          {t('row-menu.copy-curl')}
        </MenuItem>
      )}
    </>
  );
}

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
