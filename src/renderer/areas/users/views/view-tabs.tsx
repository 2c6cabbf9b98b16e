import { ArrowLeft, ArrowRight, ClipboardPaste, Copy, MoreHorizontal, Pencil, Plus, Save, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SavedView, ViewContent } from '#contract/bridge/saved-views.ts';
import { api } from '#data/api.ts';
import { useQueryCounts } from '#data/local-index.ts';
import { useTopic } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { TabLine } from '#ui/layout/tabs.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { DeleteViewDialog, PasteViewDialog, SaveViewDialog } from './view-dialogs';
import { toViewText } from './view-text';
import styles from './views.module.css';

/** The value of the tab of all users, which no view has as its ID. */
export const allUsers = 'all';

interface ViewTabsProps {
  connectionId: string;
  /** The view that the list was opened with. */
  active: SavedView | undefined;
  /** What the list shows now, as a view without a name. */
  shown: Omit<ViewContent, 'name'>;
  /** Whether that differs from the view, or from the list without filters. */
  isChanged: boolean;
  onOpen: (view: SavedView | null) => void;
  /** Opens the view of a tab by its value. */
  onSelect: (value: string) => void;
}

/** Returns the views of a connection in the order of their tabs. */
export function useViews(connectionId: string): readonly SavedView[] {
  const all = useTopic('savedViews.list');
  return useMemo(() => all.filter((view) => view.connectionId === connectionId), [all, connectionId]);
}

type Dialog = 'save' | 'rename' | 'delete' | 'paste';

/** The saved views of the project as tabs with the number of their users, and what can be done with them. Within the `Tabs` of the list. */
export function ViewTabs({ connectionId, active, shown, isChanged, onOpen, onSelect }: ViewTabsProps) {
  const { t } = useMessages();
  const views = useViews(connectionId);
  const counts = useQueryCounts(
    connectionId,
    useMemo(() => views.map(({ query }) => query), [views]),
  );
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const tabs = [
    { value: allUsers, label: t('views.all') },
    ...views.map(({ id, name }, at) => ({ value: id, label: name, count: counts?.[at] ?? null })),
  ];
  const value = active?.id ?? allUsers;
  const opened = (id: string, view: ViewContent) => onOpen({ ...view, id, connectionId });
  return (
    <div className={styles.line}>
      <TabLine label={t('views')} tabs={tabs} value={value} onSelect={onSelect} />
      <span className={styles.actions}>
        <Button variant="plain" size="sm" icon={Plus} className={styles.save} onClick={() => setDialog('save')}>
          {t('views.save')}
        </Button>
        <ViewMenu active={active} views={views} shown={shown} isChanged={isChanged} onDialog={setDialog} />
      </span>
      {dialog === 'save' && (
        <SaveViewDialog
          connectionId={connectionId}
          id={null}
          view={{ ...shown, name: '' }}
          onSaved={(id) => opened(id, { ...shown, name: '' })}
          onClose={close}
        />
      )}
      {dialog === 'rename' && active && (
        <SaveViewDialog connectionId={connectionId} id={active.id} view={contentOf(active)} onSaved={() => undefined} onClose={close} />
      )}
      {dialog === 'delete' && active && <DeleteViewDialog view={active} onDeleted={() => onOpen(null)} onClose={close} />}
      {dialog === 'paste' && <PasteViewDialog connectionId={connectionId} onSaved={opened} onClose={close} />}
    </div>
  );
}

function contentOf({ name, query, order, columns }: SavedView): ViewContent {
  return { name, query, order, columns };
}

interface ViewMenuProps extends Pick<ViewTabsProps, 'active' | 'shown' | 'isChanged'> {
  views: readonly SavedView[];
  onDialog: (dialog: Dialog) => void;
}

function ViewMenu({ active, views, shown, isChanged, onDialog }: ViewMenuProps) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const showFailure = useFailureToast();
  const act = useAction(async (task: () => Promise<unknown>) => {
    await task().catch(showFailure);
  });
  const at = active === undefined ? -1 : views.findIndex(({ id }) => id === active.id);
  const noView = active === undefined ? t('views.none-open') : undefined;
  const move = (view: SavedView, position: number) =>
    void act.run(() => api.savedViews.move({ connectionId: view.connectionId, id: view.id, position }));
  const saveChanges = (view: SavedView) =>
    void act.run(() => api.savedViews.save({ connectionId: view.connectionId, id: view.id, view: { ...shown, name: view.name } }));
  return (
    <Menu align="end" trigger={<IconButton label={t('views.menu')} icon={MoreHorizontal} />}>
      <MenuItem
        icon={Save}
        disabledReason={noView ?? (isChanged ? undefined : t('views.unchanged'))}
        onSelect={() => active && saveChanges(active)}
      >
        {t('views.save-changes')}
      </MenuItem>
      <MenuItem icon={Pencil} disabledReason={noView} onSelect={() => onDialog('rename')}>
        {t('views.rename.menu')}
      </MenuItem>
      <MenuItem
        icon={ArrowLeft}
        disabledReason={noView ?? (at > 0 ? undefined : t('views.is-first'))}
        onSelect={() => active && move(active, at - 1)}
      >
        {t('views.move-left')}
      </MenuItem>
      <MenuItem
        icon={ArrowRight}
        disabledReason={noView ?? (at < views.length - 1 ? undefined : t('views.is-last'))}
        onSelect={() => active && move(active, at + 1)}
      >
        {t('views.move-right')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={() => copy(toViewText({ ...shown, name: active?.name ?? t('views.all') }), 'views.copied')}>
        {t('views.copy')}
      </MenuItem>
      <MenuItem icon={ClipboardPaste} onSelect={() => onDialog('paste')}>
        {t('views.paste.menu')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger disabledReason={noView} onSelect={() => onDialog('delete')}>
        {t('views.delete.menu')}
      </MenuItem>
    </Menu>
  );
}
