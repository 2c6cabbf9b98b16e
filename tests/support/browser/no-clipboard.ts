/** A script after which nothing can be copied in a page, as where its clipboard belongs to another program. */
export const noClipboard = `
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  document.execCommand = () => false;
`;
