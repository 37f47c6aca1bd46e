"""Stamps of notaries, civil servants and electronic systems of all the country, in wordings unlike each other."""

# ruff: noqa: E501 - stamps are written as they stand on paper

from __future__ import annotations

import pytest
from tests.unit.documents.pages import layout, noisy, page

from docverify.documents.authentication import Marks, find_marks
from docverify.documents.layout import build

_ALVARA = "## PREFEITURA MUNICIPAL DE ITU\n# ALVARÁ DE FUNCIONAMENTO\nGÁS BOM LTDA\nValidade 31/12/2026\n\n\n"
_FICHA = "# FICHA CADASTRAL - REVENDEDOR\nNome JOSÉ NINGUÉM\nDeclaro sob as penas da lei\n\n\n"

_NOTARY: list[str] = [
    "Cartório do 3º Ofício de Notas de Recife\nCERTIFICO E DOU FÉ QUE A PRESENTE CÓPIA CONFERE COM O ORIGINAL QUE ME FOI APRESENTADO\nRecife, 10/02/2026\nSelo: 0073452.ABC12202501.00123  Consulte em www.tjpe.jus.br/selodigital",
    "1º SERVIÇO NOTARIAL E REGISTRAL DE NATAL\nAUTENTICAÇÃO Nº 12.345\nEsta cópia confere com o original exibido. Natal/RN, 11 de março de 2026.\nSelo Normal RN202600123456 - Emolumentos R$ 3,20 FDJ R$ 0,80 FRMP R$ 0,10\nFulano - Escrevente",
    "TABELIONATO TOSCANO DE BRITO\nAutentico a presente cópia, extraída de documento original a mim exibido, com o qual confere. Dou fé.\nSELO DIGITAL: AKJ12345-ZX9Q  Confira a autenticidade em https://selodigital.tjpb.jus.br",
    "Poder Judiciário - TJMG - Corregedoria-Geral de Justiça\n2º Tabelionato de Notas de Uberaba\nSelo Eletrônico Nº FAB12345 Cód. Seg.: 1234.5678.9012.3456\nQuantidade de Atos Praticados: 1  Emol.: R$ 7,20 TFJ: R$ 2,30 Total R$ 9,50\nAutentico a presente fotocópia, por ser fiel ao original.",
    "PODER JUDICIÁRIO - TJERJ\n15º OFÍCIO DE NOTAS\nAUTENTICAÇÃO. Certifico que a presente cópia é a reprodução fiel do original que me foi exibido.\nEEAB12345 XYZ Consulte em https://www3.tjrj.jus.br/sitepublico",
    "AUTENTICAÇÃO\nCertifico que esta cópia é reprodução fiel do documento que me foi apresentado, do que dou fé. Curitiba-PR, 02/02/2026.\nSelo Digital SFTN1.AbCd1.EfGh2-IjKl3.1234q  FUNARPEN  https://selo.funarpen.com.br",
    "Tabelionato de Notas e Protesto de Joinville\nAUTENTICAÇÃO\nAutentico a presente fotocópia por ser uma reprodução fiel do documento que me foi apresentado, do que dou fé.\nEmolumentos: R$ 4,10 + selo: R$ 1,95. Selo Digital de Fiscalização - Selo normal GAA12345-XY1Z. Confira os dados do ato em: selo.tjsc.jus.br",
    "Cartório Postal do 2º Ofício - Brasília/DF\nAUTENTICO esta cópia que confere com o original\nSELO: TJDFT20260010123456ABCD  Para consultar o selo acesse www.tjdft.jus.br",
    "TABELIONATO DE NOTAS DE GOIÂNIA - 4º\nAutentico esta fotocópia, por ser reprodução fiel do original. Dou fé.\nSelo 00122602123456709460012 - consulte em http://extrajudicial.tjgo.jus.br/selo",
    "Colégio Notarial do Brasil - São Paulo\nAUTENTICAÇÃO 1106AU0123456\n1º TABELIÃO DE NOTAS DE OSASCO\nAUTENTICO a presente cópia reprográfica, extraída nestas notas, a qual confere com o original, do que dou fé.\nVALIDO SOMENTE COM O SELO DE AUTENTICIDADE",
    "Ofício do Registro Civil e Tabelionato\npública-forma - conferida e achada conforme o original. Dou fé. O Tabelião",
    "CERTIDÃO DE MATERIALIZAÇÃO\nCertifico e dou fé de que a presente cópia foi materializada do documento eletrônico assinado com certificado digital ICP-Brasil.\n2º Tabelionato de Notas de Cuiabá - Selo de Controle Digital ABC12345 - Escrevente",
    "MATERIALIZAÇÃO DE DOCUMENTO ELETRÔNICO\nMaterializei o presente documento, obtido no sítio https://www.gov.br, em 10/03/2026 às 10:12. Dou fé.\n26º Tabelionato de Notas de São Paulo  Selo 1106MA0012345",
]

_SERVANT: list[str] = [
    "CONFERE COM O ORIGINAL\nData: 03/03/2026\n_____________\nMaria Souza - Matrícula 4321-0 - Agente Administrativo",
    "Prefeitura Municipal de Itu - Setor de Protocolo\nCONFERIDO COM O ORIGINAL EM 03/03/26\nJoão - RF 123.456",
    "Nos termos da Lei Federal nº 13.726/2018, atesto que esta cópia confere com o documento original.\nServidor: Ana Maria - SIAPE 1234567 - ANP",
    "ATESTO QUE A PRESENTE CÓPIA É FIEL AO ORIGINAL\nMat. 998877 - Servidora Pública Estadual",
    "AUTENTICAÇÃO ADMINISTRATIVA\nCertifico que a presente cópia confere com o original que me foi apresentado - Art. 3º, II, Lei 13.726/18\nMasp 1.234.567-8",
    "À vista do original - confere. Em 12/03/2026. Servidor matr. 1234",
]

_DIGITAL: list[str] = [
    "CENAD - Central Notarial de Autenticação Digital\nO presente documento digital foi conferido com o original e assinado digitalmente por FULANO DE TAL, em 10 de março de 2026 09:30 GMT-03:00.\nNos termos da medida provisória N. 2.200-2 de 24 de agosto de 2001. O presente documento foi autenticado digitalmente pelo 2º Tabelionato de Notas. O documento pode ser conferido em https://cenad.e-notariado.org.br - 12345678-9abc",
    "O presente documento digital foi conferido com o original e assinado digitalmente por MARIA LIMA, escrevente, em terça-feira, 10 de março de 2026 09:30:11 GMT-03:00, CNS: 12.345-6 - 2º TABELIONATO DE NOTAS DE ITU/SP, nos termos da medida provisória N. 2.200-2. A Autenticação Notarial pode ser conferida em www.cenad.org.br/autenticidade.",
    "Autenticação Digital Código: 12345678901234567890-1 Data: 10/03/2026 10:20\nSelo Digital Tipo Normal C: ANA12345-XYZ1\nCartório Azevêdo Bastos - Valber Azevêdo - consulte em https://azevedobastos.not.br",
    "DESMATERIALIZAÇÃO - Certifico que o presente documento digital confere com o original em papel. Assinado digitalmente por escrevente do Tabelionato de Notas de Belém. Código de verificação 8F7A6B5C4D",
    "Documento assinado eletronicamente por JOSÉ DA SILVA, Secretário Municipal, em 12/03/2026, às 10:20, conforme Decreto nº 8.539. A autenticidade deste documento pode ser conferida no site https://sei.itu.sp.gov.br informando o código verificador 1234567 e o código CRC 1A2B3C4D.",
    "Para verificar as assinaturas vá ao site https://www.portaldeassinaturas.com.br:443 e utilize o código 7A8B-1C2D-3E4F-5A6B.",
    "Assinado por 2 pessoas: JOSÉ DA SILVA e MARIA LIMA\nPara verificar a validade das assinaturas, acesse https://itu.1doc.com.br/verificacao/ABCD-1234-EF56-7890 e informe o código ABCD-1234-EF56-7890",
    "Certificado emitido eletronicamente. Chave de autenticidade: 1234.ABCD.5678. Confirme em www.bombeiros.mg.gov.br",
    "Autenticação eletrônica: 8C7D-9E0F-1A2B  https://prefeitura.itu.sp.gov.br/autentica",
]

_DOUBT: list[str] = [
    "gov.br Documento assinado digitalmente\nJOSE DA SILVA\nData: 12/03/2026 10:22:33-0300\nVerifique em https://validar.iti.gov.br",
    "Assinado de forma digital por JOSE DA SILVA:39053344705\nDados: 2026.03.12 10:22:33 -03'00'",
]

_NONE: list[str] = [
    "Esta licença deverá ser renovada. A cópia autenticada em cartório deve ficar no local. Emolumentos pagos.",
    "Declaro que as cópias conferem com os originais. Apresentar cópia autenticada por tabelião de notas ou servidor.",
    "Assinatura do responsável ______________ (reconhecer firma em cartório)",
    "Taxa paga. Autenticação bancária 1234 5678 9012. Emitido por servidor matr. 1234",
    "Ass. do Prefeito: assinatura na imagem. Secretário Municipal de Finanças - Matrícula 1234",
]

_SIGNERS: list[tuple[list[str], str]] = [
    (
        ["JOÃO DA SILVA"],
        "2º Tabelionato de Notas\nReconheço por SEMELHANÇA a assinatura de JOÃO DA SILVA. Dou fé. Itu 03/03/2026\nEscrevente autorizado",
    ),
    (
        ["MARIA DE SOUZA LIMA", "PEDRO ALVES NETO"],
        "2º Cartório de Notas\nRECONHEÇO por semelhança a(s) firma(s) de: MARIA DE SOUZA LIMA e PEDRO ALVES NETO, dou fé.\nSelo Digital 123",
    ),
    (
        ["MARIA DE SOUZA LIMA", "PEDRO ALVES NETO"],
        "TABELIÃO DE NOTAS E PROTESTO\nReconheço por semelhança, em documento sem valor econômico, as 2 firmas de:\n(1) MARIA DE SOUZA LIMA\n(2) PEDRO ALVES NETO\nDou fé. Em testemunho da verdade. Selo S11103AB0123456",
    ),
    (
        ["ANA PAULA REIS", "CARLOS REIS"],
        "Reconheço as firmas por SEMELHANÇA de:\n[1BkPzQ20]-ANA PAULA REIS, [1BkPzQ21]-CARLOS REIS\nEm testemunho ____ da verdade. Joinville, 3 de março de 2026. Escrevente Notarial. Selo Digital de Fiscalização",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "Poder Judiciário TJMG Selo Eletrônico\n1º Tabelionato\nReconheço por verdadeira a assinatura de JOSE ROBERTO DOS SANTOS, dou fé.",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "Cartório do 1º Ofício\nRECONHEÇO A(S) FIRMA(S) POR AUTENTICIDADE DE JOSE ROBERTO DOS SANTOS\nEm Test. da Verdade\nSelo TJPE",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "Cartório do 1º Ofício\nRec. Firma por Semelhança de: JOSE ROBERTO DOS SANTOS. Dou fé. Escrevente. Selo digital",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "Ofício de Notas\nReconheço, por autêntica, a firma aposta por JOSE ROBERTO DOS SANTOS, dou fé. Tabelião",
    ),
    (
        ["José Roberto dos Santos"],
        "Ofício de Notas de Itu\nReconheço como verdadeira a firma de José Roberto dos Santos, CPF 390.533.447-05, que assinou na minha presença. Dou fé.",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "15º OFÍCIO DE NOTAS - RJ\nReconheço por semelhança a firma de: JOSE ROBERTO DOS SANTOS (X000001234AB)\nRio de Janeiro, 03 de março de 2026. Conf. por: Serventia 30% TJ+FUNDOS Total",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "e-Notariado\nReconhecimento de assinatura eletrônica\nReconheço a assinatura eletrônica de JOSE ROBERTO DOS SANTOS, dou fé. Tabelionato de Notas. Código 123ABC45",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "Tabelionato\nReconheço a(s) assinatura(s) indicada(s) com seta de JOSE ROBERTO DOS SANTOS. Em testemunho da verdade",
    ),
    (
        ["JOSE ROBERTO DOS SANTOS"],
        "Tabelionato de Notas de Porto Alegre\nRECONHEÇO por SEMELHANÇA a firma de JOSE ROBERTO DOS SANTOS, representando GAS BOM LTDA. Dou fé. Emol: R$ 6,00 Selo 0456.01.2600001.12345",
    ),
]

_NO_RECOGNITION: list[str] = [
    "ASSINATURA (COM FIRMA RECONHECIDA EM CARTÓRIO)",
    "Declaro e reconheço que as informações são verdadeiras. Reconheço a firma Gás Bom Ltda como distribuidora.",
    "Nota: dispensado o reconhecimento de firma - Lei 13.726/2018",
]


def _marks(text: str, head: str = _ALVARA) -> Marks:
    return find_marks([layout(head + text)])


@pytest.mark.parametrize(
    ("kind", "stamp"),
    [("cartorio", s) for s in _NOTARY] + [("servidor", s) for s in _SERVANT] + [("digital", s) for s in _DIGITAL],
)
def test_who_authenticates(kind: str, stamp: str) -> None:
    marks = _marks(stamp)
    assert marks.autenticacao is not None
    assert marks.autenticacao.valor == kind
    assert marks.autenticacao.confianca >= (0.5 if kind == "servidor" else 0.65)
    assert marks.firma_reconhecida is None or marks.firma_reconhecida.confianca < 0.5


@pytest.mark.parametrize("stamp", _DOUBT)
def test_the_picture_of_a_signature_is_at_most_a_doubt(stamp: str) -> None:
    found = _marks(stamp).autenticacao
    assert found is None or found.confianca < 0.7


@pytest.mark.parametrize("text", _NONE)
def test_what_is_asked_for_or_declared_authenticates_nothing(text: str) -> None:
    marks = _marks(text)
    assert marks.autenticacao is None and marks.firma_reconhecida is None


@pytest.mark.parametrize(("names", "stamp"), _SIGNERS)
def test_whose_signature_was_recognised(names: list[str], stamp: str) -> None:
    marks = _marks(stamp, _FICHA)
    assert marks.firma_reconhecida is not None and marks.firma_reconhecida.confianca >= 0.65
    assert marks.signatario_firma is not None and marks.signatario_firma.valor == names[0]
    assert (marks.signatarios_firma.valor if marks.signatarios_firma else names[:1]) == names


@pytest.mark.parametrize("text", _NO_RECOGNITION)
def test_words_of_recognition_without_a_notary(text: str) -> None:
    firma = _marks(text, _FICHA).firma_reconhecida
    assert firma is None or firma.confianca < 0.5


def test_two_stamps_name_two_signers() -> None:
    one, two = (
        f"2º Tabelionato de Notas\nReconheço por semelhança a firma de {name}, dou fé. Escrevente. Selo {name[:2]}1"
        for name in ("MARIA DE SOUZA LIMA", "PEDRO ALVES NETO")
    )
    both = find_marks([layout(_FICHA + one), layout("# FOLHA 2\n" + two, numero=2)]).signatarios_firma
    assert both is not None and both.valor == ["MARIA DE SOUZA LIMA", "PEDRO ALVES NETO"]


@pytest.mark.parametrize(
    "ending",
    [
        "São Paulo, 3 de março de 2026",
        "Itu/SP, 03/03/2026",
        "Rio de Janeiro - RJ 03.03.2026",
        "CPF 390.533.447-05",
        "GAS BOM LTDA",
    ],
)
def test_a_town_or_company_behind_the_name_is_no_signer(ending: str) -> None:
    stamp = f"Tabelionato\nReconheço por semelhança a(s) firma(s) de JOÃO DA SILVA, {ending}. Dou fé. Escrevente"
    marks = _marks(stamp, _FICHA)
    assert marks.signatario_firma is not None and marks.signatario_firma.valor == "JOÃO DA SILVA"
    assert marks.signatarios_firma is None


def test_broken_stamps_are_never_taken_for_others() -> None:
    right = wrong = total = 0
    for kind, stamps in (("cartorio", _NOTARY), ("digital", _DIGITAL)):
        for stamp in stamps:
            for seed in range(2):
                found = find_marks([build(noisy(page(_ALVARA + stamp), 0.03, seed))]).autenticacao
                total += 1
                right += found is not None and found.valor == kind
                wrong += found is not None and found.valor != kind and found.confianca >= 0.8
    assert wrong == 0
    assert right >= 0.9 * total


def test_broken_recognitions_are_still_seen() -> None:
    seen = 0
    for _, stamp in _SIGNERS:
        firma = find_marks([build(noisy(page(_FICHA + stamp), 0.03, 1))]).firma_reconhecida
        seen += firma is not None and firma.confianca >= 0.5
    assert seen >= 0.85 * len(_SIGNERS)
