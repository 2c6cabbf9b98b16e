import { type DragEvent, useState } from 'react';

/**
 * Takes files that are dropped on an element, and a folder that is dropped alone where folders are taken. Without it, or while it is disabled, a
 * dropped file does nothing.
 */
export function useFileDrop(
  isEnabled: boolean,
  onDrop: (files: readonly File[]) => void,
  onFolder?: (folder: FileSystemDirectoryEntry) => void,
) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    if (!isEnabled || !event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    return true;
  };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => setOver(take(event)),
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!take(event)) return;
        const folder = onFolder && folderOf(event.dataTransfer.items);
        if (folder) onFolder?.(folder);
        else onDrop([...event.dataTransfer.files]);
      },
    },
  };
}

function folderOf(items: DataTransferItemList): FileSystemDirectoryEntry | null {
  const [entry = null, ...others] = [...items].map((item) => item.webkitGetAsEntry());
  return entry?.isDirectory && others.length === 0 ? (entry as FileSystemDirectoryEntry) : null;
}

/**
 * A file or a link that is dropped beside what takes it would replace the page. Where something takes what is
 * dropped, it says so by preventing the default, and nothing is done here; text may be dropped where one types.
 */
export function refuseDrops(target: Pick<Window, 'addEventListener'>): void {
  for (const name of ['dragover', 'drop'] as const) {
    target.addEventListener(name, (event) => {
      if (event.defaultPrevented || !leadsAway(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    });
  }
}

function leadsAway(data: DataTransfer | null): boolean {
  return data?.types.some((type) => type === 'Files' || type === 'text/uri-list') ?? false;
}
