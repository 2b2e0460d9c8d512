// SPDX-License-Identifier: Apache-2.0
// Calls of cuDNN that do work. Rows as in osrt_functions.h.
#define CALL(symbol) X(cudnn##symbol, "cudnn" #symbol, nullptr, cudnn##symbol, Plain, Int, None, false)

CALL(Create) CALL(Destroy)
CALL(BackendExecute) CALL(BackendFinalize) CALL(BackendInitialize) CALL(BackendPopulateCudaGraph) CALL(BackendUpdateCudaGraph)
CALL(ConvolutionForward) CALL(ConvolutionBiasActivationForward) CALL(ConvolutionBackwardData) CALL(ConvolutionBackwardFilter) CALL(ConvolutionBackwardBias)
CALL(FindConvolutionForwardAlgorithm) CALL(FindConvolutionForwardAlgorithmEx) CALL(FindConvolutionBackwardDataAlgorithm)
CALL(FindConvolutionBackwardDataAlgorithmEx) CALL(FindConvolutionBackwardFilterAlgorithm) CALL(FindConvolutionBackwardFilterAlgorithmEx)
CALL(GetConvolutionForwardAlgorithm_v7) CALL(GetConvolutionBackwardDataAlgorithm_v7) CALL(GetConvolutionBackwardFilterAlgorithm_v7) CALL(Im2Col)
CALL(BatchNormalizationForwardTraining) CALL(BatchNormalizationForwardTrainingEx) CALL(BatchNormalizationForwardInference)
CALL(BatchNormalizationBackward) CALL(BatchNormalizationBackwardEx) CALL(NormalizationForwardTraining) CALL(NormalizationForwardInference)
CALL(NormalizationBackward) CALL(FusedOpsExecute)
CALL(PoolingForward) CALL(PoolingBackward) CALL(ActivationForward) CALL(ActivationBackward) CALL(SoftmaxForward) CALL(SoftmaxBackward)
CALL(DropoutForward) CALL(DropoutBackward) CALL(SetDropoutDescriptor) CALL(LRNCrossChannelForward) CALL(LRNCrossChannelBackward)
CALL(DivisiveNormalizationForward) CALL(DivisiveNormalizationBackward) CALL(SpatialTfGridGeneratorForward) CALL(SpatialTfGridGeneratorBackward)
CALL(SpatialTfSamplerForward) CALL(SpatialTfSamplerBackward)
CALL(AddTensor) CALL(OpTensor) CALL(ReduceTensor) CALL(ScaleTensor) CALL(SetTensor) CALL(TransformTensor) CALL(TransformTensorEx) CALL(TransformFilter)
CALL(ReorderFilterAndBias)
CALL(RNNForward) CALL(RNNBackwardData_v8) CALL(RNNBackwardWeights_v8) CALL(RNNForwardTraining) CALL(RNNForwardInference) CALL(RNNForwardTrainingEx)
CALL(RNNForwardInferenceEx) CALL(RNNBackwardData) CALL(RNNBackwardDataEx) CALL(RNNBackwardWeights) CALL(RNNBackwardWeightsEx) CALL(BuildRNNDynamic)
CALL(MultiHeadAttnForward) CALL(MultiHeadAttnBackwardData) CALL(MultiHeadAttnBackwardWeights) CALL(CTCLoss) CALL(CTCLoss_v8)

#undef CALL
