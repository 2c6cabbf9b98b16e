let known: boolean | undefined;

/** Whether this system draws flags: some have no font for them and show two letters or two empty boxes instead. */
export function flagsDrawn(): boolean {
  known ??= measure();
  return known;
}

function measure(): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return false;
  context.font = '16px sans-serif';
  const width = (text: string) => context.measureText(text).width;
  return width('🇬🇧') < width('🇬') * 1.5;
}
