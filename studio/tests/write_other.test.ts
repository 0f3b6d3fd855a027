// Mistakes that nobody collected beforehand, in another style: what is said of them is true, and points at the place.
import { beforeAll, expect, test } from 'vitest';
import type { EngineModule } from '@engine';
import { checked } from '../src/worker/engine';
import { hintsOf } from '../src/write/hints';
import { KINDS, type Kind } from '../src/write/student';
import { SOLUTION } from '../src/write/templates';
import { loadModule } from './engine';
import { RIGHT } from './write/mistakes';
import { answersOf } from './write/run';

let module: EngineModule;
beforeAll(async () => { module = await loadModule(); });
const grade = (kind: Kind, code: string) => checked(module.gradeAnswers(kind, answersOf(kind, code, checked(module.gradeCases(kind)).cases)));

const D = 'const dx = xb[0]-xa[0], dy = xb[1]-xa[1], dz = xb.length > 2 ? xb[2]-xa[2] : 0; const L = Math.sqrt(dx*dx+dy*dy+dz*dz); const out = (fx,fy,fz) => xb.length > 2 ? [fx,fy,fz] : [fx,fy];';
const F = (body: string) => `function force(xa, xb, k, l0) { ${D} ${body} }`;
const B = (body: string) => `function block(xa, xb, k, l0) { const n = xa.length; const d = []; let s = 0; for (let i = 0; i < n; i++) { d[i] = xb[i]-xa[i]; s += d[i]*d[i]; } const L = Math.sqrt(s); const K = []; for (let i = 0; i < n; i++) { K.push([]); for (let j = 0; j < n; j++) { const I = i == j ? 1 : 0; K[i].push(${body}); } } return K; }`;
const S = (body: string) => `function step(x, v, forces, mass, h) { ${body} }`;
/** What is said: the name of a slip that must be among those recognised, or words of a finding. */
const OTHERS: [Kind, string, string | RegExp, string][] = [
  ['force', 'x index used for y', /in its y component/, F('return out(k*(L-l0)*dx/L, k*(L-l0)*dx/L, k*(L-l0)*dz/L)')],
  ['force', 'xor for square', /no power/, `function force(xa, xb, k, l0) { let s = 0; for (let i in xa) s += (xb[i]-xa[i])^2; const L = Math.sqrt(s); return xa.map((p,i) => k*(L-l0)*(xb[i]-p)/L); }`],
  ['force', 'k*l - l0', /rest length \(l0 > 0\), and right in all other cases/, F('const T = k*L - l0; return out(T*dx/L, T*dy/L, T*dz/L)')],
  ['force', 'strain form', 'stiffness_per_strain', F('const T = k*(L-l0)/l0; return out(T*dx/L, T*dy/L, T*dz/L)')],
  ['force', 'both forces', /has 6 numbers; it must have 3/, F('const T = k*(L-l0); const f = out(T*dx/L, T*dy/L, T*dz/L); return [f, f.map((q) => -q)]')],
  ['force', 'abs', 'absolute_value', F('const T = k*Math.abs(L-l0); return out(T*dx/L, T*dy/L, T*dz/L)')],
  ['force', 'no force in compression', 'compression_forgotten', F('const T = Math.max(0, k*(L-l0)); return out(T*dx/L, T*dy/L, T*dz/L)')],
  ['force', 'the root is forgotten', 'root_forgotten', F('const Q = L*L; const T = k*(Q-l0); return out(T*dx/Q, T*dy/Q, T*dz/Q)')],
  ['force', 'the direction by an arc tangent', /Math\.atan2/, F('const a = Math.atan(dy/dx); const T = k*(L-l0); return out(T*Math.cos(a), T*Math.sin(a), T*dz/L)')],
  ['force', 'sin cos swapped', /differs most at its/, F('const T = k*(L-l0); return out(T*dy/L, T*dx/L, T*dz/L)')],
  ['force', 'divided twice', 'divided_twice', F('const T = k*(L-l0); return out(T*dx/L/L, T*dy/L/L, T*dz/L/L)')],
  ['force', 'quadratic', 'elongation_squared', F('const T = k*(L-l0)*(L-l0); return out(T*dx/L, T*dy/L, T*dz/L)')],
  ['force', 'half of it', 'factor_half', F('const T = 0.5*k*(L-l0); return out(T*dx/L, T*dy/L, T*dz/L)')],
  ['force', 'energy instead', /has 1 numbers; it must have 3/, F('return 0.5*k*(L-l0)**2')],
  ['force', 'z forgotten', /wrong for springs in 3D/, `function force(xa, xb, k, l0) { const dx = xb[0]-xa[0], dy = xb[1]-xa[1]; const L = Math.hypot(dx,dy); const T = k*(L-l0); return xa.length > 2 ? [T*dx/L, T*dy/L, 0] : [T*dx/L, T*dy/L]; }`],
  ['block', 'minus', 'sign', B('-(k*(1-l0/L)*(I - d[i]*d[j]/L/L) + k*d[i]*d[j]/L/L)')],
  ['block', '1 - l0', /rest length \(l0 > 0\)/, B('k*(1-l0)*(I - d[i]*d[j]/L/L) + k*d[i]*d[j]/L/L')],
  ['block', 'inverted ratio', 'ratio_upside_down', B('k*(1-L/l0)*(I - d[i]*d[j]/L/L) + k*d[i]*d[j]/L/L')],
  ['block', 'double counting', 'along_factor', B('k*(1-l0/L)*I + k*d[i]*d[j]/L/L')],
  ['block', 'not normalised', 'unit_vector_forgotten', B('k*(1-l0/L)*(I - d[i]*d[j]) + k*d[i]*d[j]')],
  ['block', 'diagonal only', 'diagonal_only', B('i == j ? k*(1-l0/L)*(I - d[i]*d[j]/L/L) + k*d[i]*d[j]/L/L : 0')],
  ['block', 'absolute value', /compressed springs/, B('k*Math.max(0,1-l0/L)*(I - d[i]*d[j]/L/L) + k*d[i]*d[j]/L/L')],
  ['block', 'l0/L*L', /in the diagonal; the others are right/, B('k*(1-l0/L*L)*I + k*l0/L*d[i]*d[j]/L/L')],
  ['block', 'the blocks of both ends', /has 36 numbers; it must have 9/, `function block(xa, xb, k, l0) { const n = xa.length; const d = xb.map((b,i)=>b-xa[i]); const L = Math.hypot(...d); const K = (i,j) => k*((i==j?1-l0/L:0) + l0/L*d[i]*d[j]/L/L); const M = []; for (let i=0;i<2*n;i++){ M.push([]); for(let j=0;j<2*n;j++) M[i].push((i<n)==(j<n)? K(i%n,j%n) : -K(i%n,j%n)); } return M; }`],
  ['explicit_euler', 'mass[0]', 'mass_of_first', S('const f = forces(x, v); const xn = x.map((q,i)=>q+h*v[i]); const vn = v.map((q,i)=>q+h*f[i]/mass[0]); return [xn, vn];')],
  ['explicit_euler', 'gravity again', /in the new velocity; the others are right/, S('const f = forces(x, v); const xn = x.map((q,i)=>q+h*v[i]); const vn = v.map((q,i)=>q+h*(f[i]/mass[i] - (i % 2 ? 9.81 : 0))); return [xn, vn];')],
  ['explicit_euler', 'last not moved', 'last_missing', S('const f = forces(x, v).slice(); const vo = v.slice(); for (let i = 0; i < x.length-1; i++) { x[i] += h*vo[i]; v[i] += h*f[i]/mass[i]; }')],
  ['explicit_euler', 'plus half a h2', 'acceleration_in_position', S('const f = forces(x, v); return [x.map((q,i)=>q+h*v[i]+0.5*h*h*f[i]/mass[i]), v.map((q,i)=>q+h*f[i]/mass[i])];')],
  ['symplectic_euler', 'alias', 'explicit_euler', S('const v0 = v; const f = forces(x, v); for (let i = 0; i < v.length; i++) v[i] += h*f[i]/mass[i]; return { x: x.map((q,i)=>q+h*v0[i]*0 + h*(v0[i]-h*f[i]/mass[i])), v };')],
  ['symplectic_euler', 'x twice', /in the new position; the others are right/, S('const f = forces(); for (let i=0;i<x.length;i++){ v[i]+=h*f[i]/mass[i]; x[i]+=h*v[i]; x[i]+=h*v[i]; }')],
  ['symplectic_euler', 'drag of its own', /differs most at coordinate/, S('const f = forces(); for (let i=0;i<x.length;i++){ v[i]=0.99*(v[i]+h*f[i]/mass[i]); x[i]+=h*v[i]; }')],
  ['symplectic_euler', 'f minus', 'force_sign', S('const f = forces(); for (let i=0;i<x.length;i++){ v[i]-=h*f[i]/mass[i]; x[i]+=h*v[i]; }')],
  ['velocity_verlet', 'half velocity returned', 'second_kick_missing', S('const f = forces(x, v); const vh = v.map((q,i)=>q+0.5*h*f[i]/mass[i]); return [x.map((q,i)=>q+h*vh[i]), vh];')],
  ['velocity_verlet', 'old force twice', 'old_force_only', S('const f = forces(x, v); const vh = v.map((q,i)=>q+0.5*h*f[i]/mass[i]); const xn = x.map((q,i)=>q+h*vh[i]); const g = forces(x, v); return [xn, vh.map((q,i)=>q+0.5*h*g[i]/mass[i])];')],
  ['velocity_verlet', 'whole h in each half', 'half_forgotten_position', S('const f = forces(x, v); const vh = v.map((q,i)=>q+h*f[i]/mass[i]); const xn = x.map((q,i)=>q+h*vh[i]); const g = forces(xn, vh); return [xn, vh.map((q,i)=>q+h*g[i]/mass[i])];')],
  ['velocity_verlet', 'h not squared', 'dt_not_squared', S('const f = forces(x, v); const xn = x.map((q,i)=>q+h*v[i]+0.5*h*f[i]/mass[i]); const vh = v.map((q,i)=>q+h*f[i]/mass[i]); const g = forces(xn, vh); return [xn, v.map((q,i)=>q+0.5*h*(f[i]+g[i])/mass[i])];')],
  ['rk4', 'no h/6', 'equal_weights', S('const a = (x,v)=>forces(x,v).map((f,i)=>f/mass[i]); const p=(u,c,w)=>u.map((q,i)=>q+c*w[i]); const k1=[v,a(x,v)]; const k2=[p(v,h/2,k1[1]),a(p(x,h/2,k1[0]),p(v,h/2,k1[1]))]; const k3=[p(v,h/2,k2[1]),a(p(x,h/2,k2[0]),p(v,h/2,k2[1]))]; const k4=[p(v,h,k3[1]),a(p(x,h,k3[0]),p(v,h,k3[1]))]; return [0,1].map((j)=>(j?v:x).map((q,i)=>q+h/4*(k1[j][i]+k2[j][i]+k3[j][i]+k4[j][i])));')],
  ['rk4', 'k3 from k1', 'k3_from_k1', S('const a = (x,v)=>forces(x,v).map((f,i)=>f/mass[i]); const p=(u,c,w)=>u.map((q,i)=>q+c*w[i]); const k1=[v,a(x,v)]; const k2=[p(v,h/2,k1[1]),a(p(x,h/2,k1[0]),p(v,h/2,k1[1]))]; const k3=[p(v,h/2,k1[1]),a(p(x,h/2,k1[0]),p(v,h/2,k1[1]))]; const k4=[p(v,h,k3[1]),a(p(x,h,k3[0]),p(v,h,k3[1]))]; return [0,1].map((j)=>(j?v:x).map((q,i)=>q+h/6*(k1[j][i]+2*k2[j][i]+2*k3[j][i]+k4[j][i])));')],
  ['linearly_implicit_euler', 'explicit written', 'symplectic_euler', S('const f = forces(); for (let i=0;i<x.length;i++){ v[i]+=h*f[i]/mass[i]; x[i]+=h*v[i]; }')],
  ['linearly_implicit_euler', 'old velocity for x', 'old_velocity', `function step(x, v, forces, mass, h, stiffness) { const f = forces(), K = stiffness(); const A = K.map((r,i)=>r.map((e,j)=>(i==j?mass[i]:0)-h*h*e)); const b = v.map((q,i)=>mass[i]*q+h*f[i]); const vn = solve(A,b); return [x.map((q,i)=>q+h*v[i]), vn]; }`],
  ['linearly_implicit_euler', 'h K instead of h^2 K', 'dt_not_squared', `function step(x, v, forces, mass, h, stiffness) { const f = forces(), K = stiffness(); const A = K.map((r,i)=>r.map((e,j)=>(i==j?mass[i]:0)-h*e)); const b = v.map((q,i)=>mass[i]*q+h*f[i]); const vn = solve(A,b); return [x.map((q,i)=>q+h*vn[i]), vn]; }`],
];

test.each(OTHERS)('%s, %s: is named or placed as %s', (kind, _about, says, code) => {
  const found = grade(kind, code);
  expect(found.passed).toBe(false);
  const slips = found.slips.filter((slip) => slip !== 'zero_length'), words = [...hintsOf(code), ...found.findings].join(' ');
  if (typeof says === 'string') expect(slips, words).toContain(says);
  else {
    expect(words).toMatch(says);
    // Nothing is named that was not made.
    expect(slips).toEqual([]);
  }
});

// Right ones of yet another hand.
const GOOD: [Kind, string][] = [
  ['force', F('if (L === 0) return out(0, 0, 0); const q = k - k*l0/L; return out(q*dx, q*dy, q*dz)')],
  ['force', F('if (!(L > 0)) return out(0, 0, 0); const a = Math.acos(Math.max(-1, Math.min(1, dx/L))); return out(k*(L-l0)*Math.cos(a), k*(L-l0)*dy/L, k*(L-l0)*dz/L)')],
  ['force', F('/* k^2 is not used */ if (L == 0) return out(0,0,0); const s = -k*(l0-L)/L; return out(s*dx, s*dy, s*dz)')],
  ['block', B('L === 0 ? k*I : k*I - k*l0/L*(I - d[i]*d[j]/s)')],
  ['block', B('L === 0 ? 0 : k*(d[i]*d[j]*l0/(L*L*L)) + (i == j) * k*(L-l0)/L')],
  ['explicit_euler', S('const a = forces(x, v).map((f, i) => f/mass[i]); for (let i = x.length - 1; i >= 0; i--) { x[i] += h*v[i]; v[i] += h*a[i]; } return { x, v };')],
  ['symplectic_euler', S('const f = forces(); v.forEach((_, i) => { v[i] = v[i] + f[i]*h/mass[i]; }); return [x.map((q, i) => q + v[i]*h), v];')],
  ['velocity_verlet', S('const a = forces(x, v).map((f, i) => f/mass[i]); const g = v.map((q, i) => q + h*a[i]); for (let i = 0; i < x.length; i++) x[i] += h*v[i] + h*h/2*a[i]; const b = forces(x, g); return [x, v.map((q, i) => q + h/2*(a[i] + b[i]/mass[i]))];')],
];
test.each(GOOD)('%s, a right one passes: %s', (kind, code) => {
  const found = grade(kind, code);
  expect(found.passed, found.findings.join(' ')).toBe(true);
  expect(found.slips).toEqual([]);
});

test('right solutions give no hints', () => {
  for (const kind of KINDS) expect(hintsOf(SOLUTION[kind])).toEqual([]);
  for (const { code } of RIGHT) expect(hintsOf(code)).toEqual([]);
  expect(hintsOf('// x^2\nconst t = "a^b"; /* c^d */')).toEqual([]);
});
