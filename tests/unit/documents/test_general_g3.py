"""Marks and acts in wordings and layouts other than the usual ones: what is missed, and what is no mark."""

from __future__ import annotations

import pytest
from pages import layout

from docverify.documents.authentication import find_marks

_ACT = """# CONTRATO SOCIAL
# GÁS DO NORTE LTDA
CLÁUSULA PRIMEIRA A sociedade gira sob o nome empresarial GÁS DO NORTE LTDA e tem sede na Rua A, 10, Centro.
CLÁUSULA SEGUNDA O capital social é de R$ 10.000,00.
Belém, 10 de janeiro de 2020.

"""


@pytest.mark.parametrize(
    ("stamp", "numero", "data", "junta"),
    [
        (
            "JUNTA COMERCIAL DO ESTADO DO PARÁ - JUCEPA\nARQUIVADO EM 14/02/2020 SOB Nº 20000654321\n"
            "PROTOCOLO 200065432 DE 12/02/2020\nNIRE 15201234567",
            "20000654321", "2020-02-14", "Pará",
        ),
        ("JUCEB\nRegistro: 97812345\nData: 03/05/2021\nNIRE: 29.2.0412345-6", "97812345", "2021-05-03", "Bahia"),
        (
            "# TERMO DE AUTENTICAÇÃO\n^ JUNTA COMERCIAL DO ESTADO DE GOIÁS\nNOME DA EMPRESA\tGÁS DO NORTE LTDA\n"
            "PROTOCOLO\t213456789 - 11/03/2021\nATO\t002 - ALTERAÇÃO\nNIRE\t52201234567\n"
            "NÚMERO DE REGISTRO\t20213456789\nDATA DE REGISTRO\t15/03/2021",
            "20213456789", "2021-03-15", "Goiás",
        ),
        (
            "REGISTRADO NA JUNTA COMERCIAL DO ESTADO DE SERGIPE\nSOB O Nº 20190123456 EM 09/08/2019\nNIRE 28200654321",
            "20190123456", "2019-08-09", "Sergipe",
        ),
        (
            "^ JUNTA COMERCIAL DO ESTADO DO MARANHÃO\n^ CHANCELA DIGITAL\n"
            "Nº do arquivamento\tData do arquivamento\tNIRE\n20210987654\t22/10/2021\t21200987654",
            "20210987654", "2021-10-22", "Maranhão",
        ),
        (
            "JUCEMAT - Junta Comercial do Estado de Mato Grosso\nDEFERIDO e ARQUIVADO em 05/06/2018 sob o nº 2012345\n"
            "Protocolo: 18/056.789-0\nSecretário-Geral",
            "2012345", "2018-06-05", "Mato Grosso",
        ),
        (
            "Este documento foi arquivado na Junta Comercial do Estado de Rondônia em 17/09/2020, "
            "sob o número 20200345678.",
            "20200345678", "2020-09-17", "Rondônia",
        ),
        (
            "JUNTA COMERCIAL DO ESTADO DO AMAZONAS\nCERTIDÃO: o presente instrumento acha-se registrado e arquivado "
            "nesta Junta Comercial sob nº 456789 por despacho de 30/11/2017.",
            "456789", "2017-11-30", "Amazonas",
        ),
        (
            "MINISTÉRIO DO DESENVOLVIMENTO\tJUNTA COMERCIAL DO ESTADO DE MATO GROSSO DO SUL\n"
            "REGISTRO Nº\tDATA DO REGISTRO\n54987654\t01/04/2016",
            "54987654", "2016-04-01", "Mato Grosso do Sul",
        ),
        (
            "JUCISRS - Registro nº 7654321 em 19/01/2021 da Empresa GÁS DO NORTE LTDA, NIRE 43207654321 e protocolo "
            "210098765 - 11/01/2021.",
            "7654321", "2021-01-19", "Rio Grande do Sul",
        ),
        (
            "JUNTA COMERCIAL DO ESTADO DO PIAUÍ\nNúmero do Registro ........ 20210456123\n"
            "Data do Registro .......... 06/07/2021\nNIRE ...................... 22200456123",
            "20210456123", "2021-07-06", "Piauí",
        ),
        ("Registrado sob nº 20220111222 em 04/02/2022 - JUCEAL", "20220111222", "2022-02-04", "Alagoas"),
        (
            "Certifico que o ato da empresa GÁS DO NORTE LTDA consta assinado digitalmente e foi registrado na JUCEC "
            "em 12/12/2022 sob o nº 5912345. Protocolo 221234567.",
            "5912345", "2022-12-12", "Ceará",
        ),
    ],
)  # fmt: skip
def test_filing_told_by_labels_and_short_notes(stamp: str, numero: str, data: str, junta: str) -> None:
    marks = find_marks([layout(_ACT + stamp)])
    assert marks.numero_registro is not None
    assert marks.data_registro is not None
    assert marks.junta_comercial is not None
    assert (marks.numero_registro.valor, marks.data_registro.valor) == (numero, data)
    assert marks.junta_comercial.valor.endswith(junta)


@pytest.mark.parametrize(
    "text",
    [
        "Contrato arquivado na JUCEPA sob nº 15200123456 em sessão de 12/03/2010, os sócios resolvem.",
        "GÁS DO NORTE LTDA, com contrato social na Junta Comercial do Estado de Goiás registrado sob nº 52201234567 em "
        "12/03/2010, CNPJ 11.222.333/0001-81, por seus representantes, promove a alteração que segue.",
        "A empresa, com seus atos constitutivos devidamente levados a efeito perante o órgão competente do Estado e "
        "registrado sob nº 52201234567 em 12/03/2010 na Junta Comercial do Estado de Goiás, promove a alteração.",
        "Certidão registrada sob o nº 123456 em 12/03/2010 no cartório de registro de imóveis.",
        "Registro: 123456\nData: 12/03/2010\nConselho Regional de Contabilidade",
        "Junta Comercial do Estado de Goiás\nProtocolo 213456789\nData do protocolo 11/03/2021",
    ],
)
def test_earlier_filings_and_other_registers_are_none(text: str) -> None:
    marks = find_marks([layout(_ACT + text)])
    assert marks.numero_registro is None
    assert marks.data_registro is None


@pytest.mark.parametrize(
    "text",
    [
        "CARTÓRIO DO 3º OFÍCIO\nCONFERIDO COM O ORIGINAL, DOU FÉ.\nEm 02/03/2020 Tabelião Substituto",
        "Tabelionato Souza - Certifico e dou fé que a presente xerocópia é igual ao original que me foi exibido. "
        "Escrevente autorizada",
    ],
)
def test_notarys_authentication_in_other_words(text: str) -> None:
    mark = find_marks([layout(_ACT + text)]).autenticacao
    assert mark is not None
    assert mark.valor == "cartorio"


@pytest.mark.parametrize(
    "text",
    [
        "SERVIÇO NOTARIAL\nFIRMA RECONHECIDA POR AUTENTICIDADE\nSignatário: MARCOS ANTONIO RIBEIRO LIMA\n"
        "Dou fé. O Escrevente. Selo digital 0012.AB",
        "Reconheço como autêntica a assinatura de MARCOS ANTONIO RIBEIRO LIMA, feita na minha presença. "
        "Dou fé. Tabeliã",
    ],
)
def test_recognised_signature_in_other_words(text: str) -> None:
    assert find_marks([layout(_ACT + text)]).firma_reconhecida is not None
