/** Converts a mail to HTML, without images and style sheets, because some mail programs show neither. */

import type { MailContent } from './content.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '')

const withLineBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n')

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

const cellStyle = 'padding:8px 0;border-bottom:1px solid #dddddd;vertical-align:top'
const row = ([label, value]: [string, string]) => `<tr>
<th scope="row" style="${cellStyle};padding-right:16px;text-align:left;font-weight:normal;overflow-wrap:normal;color:#555555">${escapeHtml(label)}</th>
<td style="${cellStyle};text-align:right">${escapeHtml(value)}</td>
</tr>`

const table = (fields: MailContent['fields']) =>
  `<table width="100%" style="border-collapse:collapse;margin:0 0 24px;font:inherit;color:inherit">
${fields.map(row).join('\n')}
</table>`

const quotation = ({ label, text }: { label: string; text: string }) =>
  paragraph(`<span style="color:#555555">${escapeHtml(label)}</span><br>\n${withLineBreaks(text)}`)

const font = '16px/1.5 Arial,Helvetica,sans-serif'

export function contentToHtml(content: MailContent): string {
  const { language, subject, greeting, introduction, fields, comment, closing, signature } = content
  const body = [
    ...[greeting, introduction].map(text => paragraph(escapeHtml(text))),
    table(fields),
    ...(comment ? [quotation(comment)] : []),
    ...[...closing, signature.join('\n')].map(text => paragraph(withLineBreaks(text))),
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#ffffff">
<table role="presentation" width="100%" style="border-collapse:collapse;background:#ffffff">
<tr><td align="center" style="padding:24px 16px">
<div style="max-width:520px;text-align:left;overflow-wrap:anywhere;font:${font};color:#1a1a1a">
${body.join('\n')}
</div>
</td></tr>
</table>
</body>
</html>
`
}
