import {demoRecipes} from './recipes.ts'
const t=Date.now(); let n=0; const langs:any={}, kinds:any={}, auth=new Set(), big:any[]=[];let bytes=0
for(const r of await demoRecipes()){const t0=Date.now();const p=await r.build();n++;langs[p.language!]=(langs[p.language!]??0)+1;kinds[p.kind]=(kinds[p.kind]??0)+1;auth.add(p.author)
 for(const im of [p.cover,...p.gallery]){bytes+=im.bytes.length;if(im.placeholder.length>400)console.log('ph',im.placeholder.length); if(im===p.cover&&im.bytes.length>60000||im.bytes.length>110000)big.push([p.title,im.width,im.bytes.length])}
 bytes+=p.file?.bytes.length??0}
console.log(n,Date.now()-t,'ms',langs,kinds,auth.size,[...auth].join(', '),big,(bytes/1e6).toFixed(1)+'MB')
