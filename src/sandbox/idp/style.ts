/** Styles of the mock providers' pages, inline and with a light and a dark theme. */
export const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1c2024;--soft:#60646c;--line:#d9dce2;--strong:#8b8d98;--accent:#4f4fc4;--accent-ink:#fff;--tint:#eef0ff;--warn:#7a4b00;--warn-tint:#fff3d6}
@media(prefers-color-scheme:dark){:root{--page:#111214;--card:#191b1f;--ink:#edeef0;--soft:#b0b4ba;--line:#31343a;--strong:#777b84;--accent:#5b5bd6;--accent-ink:#fff;--tint:#22233f;--warn:#ffd48a;--warn-tint:#33270d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--ink);font:15px/22px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Cantarell,"Noto Sans",sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:24px 28px;box-shadow:0 1px 2px rgb(0 0 0/.06),0 12px 32px rgb(0 0 0/.08)}
.mark{width:40px;height:40px;border-radius:11px;display:grid;place-items:center;background:var(--tint);font-weight:650;font-size:19px;margin-bottom:12px}
h1{font-size:21px;line-height:28px;margin:0 0 6px}
p{margin:0 0 16px;color:var(--soft)}
fieldset{border:0;padding:0;margin:0 0 16px}
legend{font-weight:600;padding:0;margin-bottom:8px}
.account{display:flex;gap:12px;align-items:center;padding:6px 12px;border:1px solid var(--line);border-radius:9px;margin-bottom:4px;line-height:20px;cursor:pointer}
.account:hover{border-color:var(--strong)}
.account:has(:checked){border-color:var(--accent);background:var(--tint)}
.account span{display:block;overflow-wrap:anywhere}
small{display:block;color:var(--soft);font-size:13px;line-height:17px}
#typed{margin-top:4px}
input[type=radio],input[type=checkbox]{accent-color:var(--accent);width:17px;height:17px;margin:0;flex:none}
.field{display:block;font-weight:600;margin:12px 0 4px}
input[type=email]{width:100%;height:40px;padding:0 12px;border:1px solid var(--strong);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
.check{display:flex;gap:10px;align-items:center;margin-top:10px}
ul{margin:0 0 20px;padding-left:20px;color:var(--soft);overflow-wrap:anywhere}
.buttons{display:flex;gap:10px}
button{flex:1;height:42px;border-radius:10px;border:1px solid var(--strong);background:var(--card);color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.alert{background:var(--warn-tint);color:var(--warn);border-radius:10px;padding:10px 12px;margin-bottom:16px}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
footer{margin-top:20px;padding-top:14px;border-top:1px solid var(--line);color:var(--soft);font-size:13px;line-height:18px}
`;
