"""The two models on OpenVINO: in the numbers that the processor likes, and without what no Brazilian paper needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def compiled(model: Any, precision: str) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    """Return a function that runs a model on one thread.

    The result is the engine's own memory: it holds until the next call.

    Args:
        model: An ``openvino.Model`` with one input and one output.
        precision: ``bf16`` or ``f32``.
    """
    from openvino import Core

    options = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1}
    request = Core().compile_model(model, "CPU", options).create_infer_request()

    def run(batch: NDArray[np.float32]) -> NDArray[np.float32]:
        request.infer([batch], share_inputs=True)
        return np.asarray(request.get_output_tensor().data)

    return run


def narrowed(model: Any, columns: NDArray[np.int64]) -> bool:
    """Leave only some characters in the recogniser's last layer: a sixth of its time goes into 18,000 Chinese ones.

    Args:
        model: An ``openvino.Model``, changed in place; it ends in matrix product, bias and softmax.
        columns: Numbers of the characters to keep.

    Returns:
        Whether that was done; a model that ends otherwise stays as it is.
    """
    from openvino import opset13 as ops

    try:
        softmax = model.get_result().input_value(0).get_node()
        bias = _before(softmax.input_value(0).get_node())
        product = _before(bias.input_value(0).get_node())
        offset, weights = bias.input_value(1).get_node(), product.input_value(1).get_node()
        shapes = offset.get_output_shape(0), weights.get_output_shape(0)
    except (AttributeError, RuntimeError):
        return False
    kinds = [node.get_type_name() for node in (softmax, bias, product, offset, weights)]
    if kinds != ["Softmax", "Add", "MatMul", "Constant", "Constant"] or shapes[0][-1] != shapes[1][-1]:
        return False
    fewer = np.ascontiguousarray(weights.get_data()[:, columns])
    bias.input(1).replace_source_output(ops.constant(offset.get_data()[..., columns]).output(0))
    product.input(1).replace_source_output(ops.constant(fewer).output(0))
    model.validate_nodes_and_infer_types()
    return True


def _before(node: Any) -> Any:
    while node.get_type_name() == "Identity":
        node = node.input_value(0).get_node()
    return node
