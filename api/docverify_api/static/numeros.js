// CNPJ (letters too, IN RFB 2.229/2024), CPF and CEP: whether they can be right, and how they are written.

const bare = (text) => text.normalize("NFKC").replace(/[\s.,/-]+/g, "").toUpperCase();

function digit(chars, weights) {
  const sum = weights.reduce((total, weight, place) => total + weight * (chars.charCodeAt(place) - 48), 0);
  return sum % 11 < 2 ? 0 : 11 - sum % 11;
}

function cnpj(text) {
  const value = bare(text);
  if (value.length !== 14) return `CNPJ deve ter 14 caracteres, não ${value.length}.`;
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(value)) return "CNPJ tem letras e dígitos, e termina em dois dígitos.";
  const first = digit(value, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = digit(value.slice(0, 12) + first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  if (/^0+$/.test(value) || value.slice(12) !== `${first}${second}`) return "Os dígitos verificadores do CNPJ não conferem.";
  return "";
}

function cpf(text) {
  const value = bare(text);
  if (!/^[0-9]{11}$/.test(value)) return "CPF deve ter 11 algarismos.";
  const first = digit(value, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = digit(value.slice(0, 9) + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  if (/^(.)\1+$/.test(value) || value.slice(9) !== `${first}${second}`) return "Os dígitos verificadores do CPF não conferem.";
  return "";
}

const cep = (text) => /^[0-9]{8}$/.test(bare(text)) ? "" : "CEP deve ter 8 algarismos.";

// What is wrong with a number, "" where nothing is.
export const conferir = (kind, text) => ({ cnpj, cpf, cep })[kind](text);

// A number with its points and strokes; only for one that `conferir` has nothing against.
export function escrever(kind, text) {
  const v = bare(text);
  if (kind === "cnpj") return `${v.slice(0, 2)}.${v.slice(2, 5)}.${v.slice(5, 8)}/${v.slice(8, 12)}-${v.slice(12)}`;
  if (kind === "cpf") return `${v.slice(0, 3)}.${v.slice(3, 6)}.${v.slice(6, 9)}-${v.slice(9)}`;
  return `${v.slice(0, 5)}-${v.slice(5)}`;
}
