/**
 * A file or a link that is dropped beside what takes it would replace the page by itself. Where something takes what is
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
